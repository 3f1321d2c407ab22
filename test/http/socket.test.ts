// What only a raw socket can send.
import { afterAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { bothWays } from "./toy-app.ts";

const { failures, port, stop } = bothWays();
afterAll(() => stop());

/** Sends the bytes and half-closes; everything that came back once the other side has closed too. */
function raw(request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(Buffer.from(request, "latin1")));
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    // A reset is an answer too: what matters is what came before it.
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

const KEY = "X-API-Key: agent-key\r\n";
const isAlive = async () => (await fetch(`http://127.0.0.1:${port}/livez`)).status === 200;

/** Headers that keep the answer until it is whole: the request says that it is the last. */
function get(path: string, host = "Host: localhost\r\n", more = "", method = "GET"): string {
  return `${method} ${path} HTTP/1.1\r\n${host}Connection: close\r\n${more}\r\n`;
}

test.each([
  "Host: a\r\n",
  "Host:\r\n",
  "Host: a b<>\r\n",
  "Host: /x/y?z\r\n",
  "Host: a@b:99999\r\n",
  "Host: \xff\r\n",
  "Host: [::1\r\n",
])("an odd Host such as %p does not change what a path is", async (host) => {
  expect(await raw(get("/livez", host))).toStartWith("HTTP/1.1 200");
  expect(await raw(get("/things?limit=5", host, KEY))).toContain('{"seen":{"limit":5}}');
  expect(await raw(get("/things", host))).toStartWith("HTTP/1.1 401");
});

test("HTTP/1.0 without a Host is served, body and all", async () => {
  expect(await raw("GET /livez HTTP/1.0\r\n\r\n")).toStartWith("HTTP/1.1 200");
  const head = `POST /say HTTP/1.0\r\n${KEY}Content-Type: application/json\r\nContent-Length: 13\r\n\r\n`;
  expect(await raw(`${head}{"input":"a"}`)).toContain('"input":"a"');
});

test.each(["TRACE", "PROPFIND", "OPTIONS"])("%s on a known route is 405 with Allow", async (method) => {
  const answer = await raw(get("/things", undefined, KEY, method));
  expect(answer).toStartWith("HTTP/1.1 405");
  expect(answer.toLowerCase()).toContain("allow: get, head, post");
});

test("an absolute target, dots and a CONNECT find no way past the keys", async () => {
  expect(await raw(get("http://evil/things"))).toStartWith("HTTP/1.1 401");
  expect(await raw(get("/docs/../things"))).toStartWith("HTTP/1.1 401");
  expect(await raw(get("/docs/%2e%2e/things"))).toStartWith("HTTP/1.1 401");
  expect(await raw(get("/livez#/../things"))).toStartWith("HTTP/1.1 401");
  expect(await raw(get("//livez"))).toStartWith("HTTP/1.1 401");
  expect(await raw(get("localhost:80", undefined, "", "CONNECT"))).toStartWith("HTTP/1.1 401");
  expect(await raw(get("localhost:80", undefined, KEY, "CONNECT"))).toStartWith("HTTP/1.1 404");
});

test("an empty header is told apart from an absent one, and a repeated one is refused", async () => {
  const say = (headers: string) =>
    raw(
      `POST /say HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${KEY}${headers}Content-Type: application/json\r\nContent-Length: 13\r\n\r\n{"input":"a"}`,
    );
  expect(await say("")).toStartWith("HTTP/1.1 200");
  for (const headers of [
    "X-Memory-User:\r\n",
    "X-Memory-User:  \r\n",
    "X-Memory-User: a\r\nX-Memory-User: b\r\n",
    "X-Memory-Core:\r\n",
  ]) {
    expect(await say(headers)).toStartWith("HTTP/1.1 400");
  }
});

test("a length shorter than the body ends the body there", async () => {
  const head = `POST /say HTTP/1.1\r\nHost: x\r\n${KEY}Content-Type: application/json\r\nContent-Length: 3\r\n\r\n`;
  const answer = await raw(`${head}{"input":"a"}`);
  expect(answer).toContain('"code":"invalid_json"');
  expect(answer).not.toContain("HTTP/1.1 200");
});

test("a length longer than the body, and broken chunks, harm nobody", async () => {
  const head = `POST /say HTTP/1.1\r\nHost: x\r\n${KEY}Content-Type: application/json\r\n`;
  for (const rest of [
    'Content-Length: 99\r\n\r\n{"input":"a"}',
    "Transfer-Encoding: chunked\r\n\r\n3\r\n{}",
    "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n",
  ]) {
    expect(await raw(head + rest)).not.toMatch(/^HTTP\/1\.1 [25]/);
    expect(await isAlive()).toBe(true);
  }
});

test("a declared length over the limit is 413 before the body comes", async () => {
  const head = `POST /say HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${KEY}Content-Type: application/json\r\n`;
  expect(await raw(`${head}Content-Length: 99999999999\r\n\r\n`)).toStartWith("HTTP/1.1 413");
  expect(await isAlive()).toBe(true);
});

test.each([
  ["fields", 'Content-Length: 14\r\n\r\n{"user":"ann"}'],
  ["no JSON", "Content-Length: 3\r\n\r\nxyz"],
  ["pieces", 'Transfer-Encoding: chunked\r\n\r\ne\r\n{"user":"ann"}\r\n0\r\n\r\n'],
  ["more than any body may have", "Content-Length: 99999999999\r\n\r\n"],
])("a GET with a body of %s is refused unread", async (_, body) => {
  const asking = (method: string, path: string) =>
    raw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${KEY}${body}`);
  const answer = await asking("GET", "/things");
  expect(answer).toStartWith("HTTP/1.1 400");
  expect(answer).toContain('"code":"unknown_field"');
  expect(await asking("GET", "/livez")).toStartWith("HTTP/1.1 400");
  expect(await asking("HEAD", "/things")).toStartWith("HTTP/1.1 400");
});

test("a GET that says that it has no body is answered", async () => {
  expect(
    await raw(get("/things", "Host: x\r\n", `${KEY}Content-Length: 0\r\nContent-Type: application/json\r\n`)),
  ).toStartWith("HTTP/1.1 200");
});

test("nothing above was logged as a failure of ours", () => {
  expect(failures).toEqual([]);
});
