import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { DistillingError } from "../../src/distilling/endpoint-distiller.ts";
import type { Distiller } from "../../src/domain/ports/distiller.ts";
import { cluster, completion, distillerOf, drip, startEndpoint } from "./chat-endpoint.ts";

const SECRET = "xylograph";

/** The message a pass fails with; it must quote neither the question nor the answer. */
async function failure(distiller: Distiller, signal = new AbortController().signal): Promise<string> {
  const error = await distiller.distil(cluster, signal).then(
    (rule) => new Error(`distilled ${rule}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DistillingError)) throw error;
  expect(Bun.inspect(error).replaceAll(/^ *\d+ \|.*$/gm, "")).not.toContain(SECRET);
  return error.message;
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition() && tries < 200; tries++) await Bun.sleep(10);
  expect(condition()).toBe(true);
}

describe("an answer", () => {
  test("is the rule, and the endpoint is asked no more than documented", async () => {
    using endpoint = startEndpoint(() => completion("  Suggest soup. "));
    const distiller = distillerOf(`${endpoint.url}/`);
    expect(await distiller.distil(cluster, new AbortController().signal)).toBe("Suggest soup.");
    expect(distiller.name).toBe(endpoint.host);
    expect(endpoint.asked).toEqual([
      {
        method: "POST",
        path: "/v1/chat/completions",
        headers: {
          accept: "application/json",
          "accept-encoding": "identity",
          "content-length": expect.any(String),
          "content-type": "application/json",
          host: endpoint.host,
          "user-agent": "memoryd",
        },
        body: {
          model: "small",
          messages: [
            { role: "system", content: "State one rule." },
            { role: "user", content: "I only eat xylograph soup." },
          ],
          temperature: 0,
          max_tokens: 1_024,
          stream: false,
        },
      },
    ]);
  });

  test("that names nothing durable is no rule", async () => {
    using endpoint = startEndpoint(() => completion("NONE"));
    expect(await distillerOf(endpoint.url).distil(cluster, new AbortController().signal)).toBeNull();
  });

  test("may have 2,000 code points and no more", async () => {
    let content = "🥣".repeat(2_000);
    using endpoint = startEndpoint(() => completion(content));
    expect(await distillerOf(endpoint.url).distil(cluster, new AbortController().signal)).toBe(content);
    content += "x";
    expect(await failure(distillerOf(endpoint.url))).toBe("rule too long");
  });

  test("may have as many bytes as allowed and no more", async () => {
    const bytes = (await completion("Suggest soup.").arrayBuffer()).byteLength;
    using endpoint = startEndpoint(() => completion("Suggest soup."));
    const signal = new AbortController().signal;
    expect(await distillerOf(endpoint.url, { answerBytesMax: bytes }).distil(cluster, signal)).toBe("Suggest soup.");
    const tighter = distillerOf(endpoint.url, { answerBytesMax: bytes - 1 });
    expect(await failure(tighter)).toBe(`answered more than ${bytes - 1} bytes`);
  });
});

describe("the pass fails where the endpoint", () => {
  const page = `<html>${SECRET}</html>`;
  const packed = Bun.gzipSync(`{"choices":[{"message":{"content":"${SECRET}"}}]}`);
  test.each<[string, string, () => Response]>([
    ["answers an error", "answered 500", () => Response.json({ error: SECRET }, { status: 500 })],
    ["answers another success than 200", "answered 204", () => new Response(null, { status: 204 })],
    ["sends a page", "no JSON", () => new Response(page, { headers: { "content-type": "text/html" } })],
    ["sends nothing", "no JSON", () => new Response("")],
    ["sends bytes that are no text", "no JSON", () => new Response(new Uint8Array([0x22, 0xff, 0x22]))],
    ["packs its answer unasked", "no JSON", () => new Response(packed, { headers: { "content-encoding": "gzip" } })],
    ["sends null", "no answer in it", () => Response.json(null)],
    ["sends a text", "no answer in it", () => Response.json(SECRET)],
    ["sends no choices", "no answer in it", () => Response.json({ choices: [] })],
    ["sends an empty choice", "no answer in it", () => Response.json({ choices: [null] })],
    ["sends a choice without content", "no answer in it", () => completion(null)],
    ["sends content in parts", "no answer in it", () => completion([{ type: "text", text: SECRET }])],
    ["stops amid the answer", "answer cut off", () => completion(`Never eat ${SECRET}`, "length")],
  ])("%s", async (_what, message, answer) => {
    using endpoint = startEndpoint(answer);
    expect(await failure(distillerOf(endpoint.url))).toBe(message);
    expect(endpoint.asked).toHaveLength(1);
  });

  test("sends 10 MB, of which it must stop sending the rest", async () => {
    let sent = 0;
    const body = new ReadableStream({
      async pull(controller) {
        await Bun.sleep(1);
        controller.enqueue(new Uint8Array(16_384).fill(32));
        sent += 16_384;
        if (sent >= 10_485_760) controller.close();
      },
    });
    using endpoint = startEndpoint(() => new Response(body));
    expect(await failure(distillerOf(endpoint.url))).toBe("answered more than 65536 bytes");
    await until(() => endpoint.brokenOff() === 1);
    expect(sent).toBeLessThan(5_000_000);
  });

  test("answers an error without end, of which it must stop sending the rest", async () => {
    using endpoint = startEndpoint(() => new Response(drip(16_384, 5), { status: 500 }));
    expect(await failure(distillerOf(endpoint.url))).toBe("answered 500");
    await until(() => endpoint.brokenOff() === 1);
  });

  test("redirects, and the other host is not asked", async () => {
    using other = startEndpoint(() => completion("Suggest soup."));
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `${other.url}/chat/completions`;
      using endpoint = startEndpoint(() => new Response(null, { status, headers: { location } }));
      expect([status, await failure(distillerOf(endpoint.url))]).toEqual([status, "redirected"]);
    }
    expect(other.asked).toEqual([]);
  });

  test("is silent", async () => {
    using endpoint = startEndpoint(() => new Promise(() => {}));
    expect(await failure(distillerOf(endpoint.url, { timeoutMs: 150 }))).toBe("timed out");
    await until(() => endpoint.brokenOff() === 1);
  });

  test("drips, however lively, beyond the time for the whole", async () => {
    using endpoint = startEndpoint(() => new Response(drip(1, 20)));
    expect(await failure(distillerOf(endpoint.url, { timeoutMs: 200 }))).toBe("timed out");
    await until(() => endpoint.brokenOff() === 1);
  });

  test("does not listen", async () => {
    const closed = startEndpoint(() => completion("Suggest soup."));
    closed[Symbol.dispose]();
    expect(await failure(distillerOf(closed.url))).toBe("connection failed (ECONNREFUSED)");
  });

  test("hangs up amid the answer", async () => {
    const cut = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{";
    using server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: (socket) => void socket.end(cut) } });
    expect(await failure(distillerOf(`http://127.0.0.1:${server.port}/v1`))).toBe("connection failed (ECONNRESET)");
  });
});

describe("a pass that is stopped", () => {
  test("breaks the question off", async () => {
    using endpoint = startEndpoint(() => new Promise(() => {}));
    const stop = new AbortController();
    const failed = failure(distillerOf(endpoint.url), stop.signal);
    await until(() => endpoint.asked.length === 1);
    stop.abort(new Error(SECRET));
    expect(await failed).toBe("stopped");
    await until(() => endpoint.brokenOff() === 1);
  });

  test("breaks the answer off", async () => {
    using endpoint = startEndpoint(() => new Response(drip(1, 20)));
    const stop = new AbortController();
    const failed = failure(distillerOf(endpoint.url), stop.signal);
    await until(() => endpoint.asked.length === 1);
    await Bun.sleep(100);
    stop.abort();
    expect(await failed).toBe("stopped");
  });

  test("asks nothing where it was stopped before", async () => {
    using endpoint = startEndpoint(() => completion("Suggest soup."));
    expect(await failure(distillerOf(endpoint.url), AbortSignal.abort())).toBe("stopped");
    expect(endpoint.asked).toEqual([]);
  });
});

test("variables for proxies and traces change nothing, and nothing is left that keeps the process alive", async () => {
  using proxy = startEndpoint(() => completion("From the proxy."));
  using endpoint = startEndpoint(() => completion("Suggest soup."));
  // The plain fetch shows that Bun heeds these variables.
  const script = `
    import { cluster, distillerOf } from ${JSON.stringify(resolve(import.meta.dir, "chat-endpoint.ts"))};
    const plain = await fetch(${JSON.stringify(endpoint.url)}, { method: "POST", body: "{}" });
    const distiller = distillerOf(${JSON.stringify(endpoint.url)}, { timeoutMs: 60_000 });
    const rule = await distiller.distil(cluster, new AbortController().signal);
    console.log(JSON.stringify([(await plain.json()).choices[0].message.content, rule]));
  `;
  const url = `http://name:word@${proxy.host}`;
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
  const child = Bun.spawn({
    cmd: [process.execPath, "-e", script],
    env: {
      ...Object.fromEntries(names.map((name) => [name, url])),
      NODE_USE_ENV_PROXY: "1",
      BUN_CONFIG_VERBOSE_FETCH: "curl",
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, trace] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(trace).toContain("curl");
  expect(trace).not.toContain(SECRET);
  expect(JSON.parse(output)).toEqual(["From the proxy.", "Suggest soup."]);
  expect(await child.exited).toBe(0);
  expect(proxy.asked).toHaveLength(1);
  expect(Object.keys(endpoint.asked[0]?.headers ?? {})).not.toContain("proxy-authorization");
});
