// HTTPS by the executable itself, and its refusal to be reachable from elsewhere without.
import { expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { makeCertificate, openssl } from "./certificates.ts";
import { openLab } from "./executable.ts";
import { flawOf } from "./sentences.ts";
import { until } from "./until.ts";

const lab = openLab({ model: "tiny" });
const SERVE = ["serve", "--port", "0"];
if (openssl === null) console.log("SKIPPED: without openssl there is no certificate to try HTTPS with.");

/** The name in the certificate that a new connection is shown; "" where it was reset, as in the moment of an exchange. */
function shownName(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on("error", () => resolve(""));
  });
}

test.skipIf(openssl === null)(
  "with a certificate it speaks HTTPS, bodies and all, and says so when it listens",
  async () => {
    const cwd = lab.directory();
    const { cert, key, pem } = makeCertificate(cwd, "alpha");
    const server = await lab.start({ cwd, args: ["--tls-cert", cert, "--tls-key", key] });
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const call = async (path: string, body: unknown) => {
      const response = await fetch(server.url + path, {
        method: "POST",
        headers: { "X-API-Key": server.adminKey, "X-Memory-User": "ada", "Content-Type": "application/json" },
        body: JSON.stringify(body),
        tls: { ca: pem },
      });
      return { status: response.status, body: (await response.json()) as { turn_token: string; sources: unknown[] } };
    };
    const turn = await call("/prepare", { input: "I like metric units." });
    const answer = "Noted: metric units.";
    expect((await call("/record", { turn_token: turn.body.turn_token, answer })).status).toBe(200);
    const next = await call("/prepare", { input: "Which units do I like?" });
    expect([next.status, next.body.sources.length]).toEqual([200, 1]);
    await expect(fetch(`${server.url.replace("https", "http")}/livez`)).rejects.toThrow();
    // What a command that calls it is told, each in words of its own.
    await Bun.write(join(cwd, "chat.json"), JSON.stringify([{ role: "user", content: "hi" }]));
    const send = (url: string, ...more: string[]) => {
      const key = ["--key-file", join(server.dataDir, "admin.key")];
      return lab.run(["import", "--format", "chat", "--url", url, ...key, ...more, "chat.json"], { cwd });
    };
    const trusting = ["--ca-file", cert];
    for (const [url, more, words] of [
      [server.url, [], "its certificate is not trusted here: name the one that signed it with --ca-file"],
      [server.url.replace("127.0.0.1", "localhost"), trusting, "its certificate is not for that name"],
      [server.url.replace("https", "http"), trusting, "is the URL https://?"],
      [server.url, ["--ca-file", join(cwd, "none")], "none cannot be read: it is not there"],
    ] as const) {
      const { code, stdout, stderr } = await send(url, ...more);
      expect({ code, stdout, flaw: flawOf(stderr, words) }).toEqual({ code: 1, stdout: "", flaw: "" });
      expect(stderr).not.toContain("fetch()");
    }
    expect(await send(server.url, ...trusting)).toMatchObject({ code: 0, stderr: "" });
    expect(await server.stop()).toBe(0);
  },
);

test.skipIf(openssl === null)(
  "HUP takes a renewed certificate from the same files, and refuses a broken one",
  async () => {
    const cwd = lab.directory();
    const used = join(cwd, "used");
    mkdirSync(used);
    const [alpha, beta] = [makeCertificate(cwd, "alpha"), makeCertificate(cwd, "beta")];
    const put = ({ cert, key }: { cert: string; key: string }) => {
      copyFileSync(cert, join(used, "tls.crt"));
      copyFileSync(key, join(used, "tls.key"));
    };
    put(alpha);
    const args = ["--tls-cert", join(used, "tls.crt"), "--tls-key", join(used, "tls.key")];
    const server = await lab.start({ cwd, args });
    expect(await shownName(server.port)).toBe("alpha");
    put(beta);
    server.kill("SIGHUP");
    await until("the new certificate", async () => ((await shownName(server.port)) === "beta" ? true : undefined));
    writeFileSync(join(used, "tls.crt"), "-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----\n");
    server.kill("SIGHUP");
    await until("the refusal", () => (server.written.stderr.includes('"reload_refused"') ? true : undefined));
    expect(await shownName(server.port)).toBe("beta");
    expect(await server.stop()).toBe(0);
  },
);

test.skipIf(openssl === null)(
  "files that make no certificate and key are told by their names, with exit code 2",
  async () => {
    const cwd = lab.directory();
    const [alpha, beta] = [makeCertificate(cwd, "alpha"), makeCertificate(cwd, "beta")];
    writeFileSync(join(cwd, "text"), "hello\n");
    for (const [cert, key, culprit] of [
      [alpha.cert, "", "tls_key"],
      ["", alpha.key, "tls_cert"],
      [alpha.cert, join(cwd, "missing"), "it is not there"],
      [join(cwd, "text"), alpha.key, "is not PEM"],
      [alpha.cert, beta.key, "does not belong to the certificate"],
    ] as const) {
      const { code, stdout, stderr } = await lab.run([...SERVE, "--tls-cert", cert, "--tls-key", key], { cwd });
      expect({ code, stdout, flaw: flawOf(stderr, culprit) }).toEqual({ code: 2, stdout: "", flaw: "" });
    }
    // Good ones for two days are taken, and their end is not passed over.
    const flags = ["--tls-cert", alpha.cert, "--tls-key", alpha.key];
    const checked = await lab.run(["config", "check", ...flags], { cwd });
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringMatching(/^warning {2}certificate_expires: /)]);
    const env = { MEMORYD_TLS_CERT: alpha.cert, MEMORYD_TLS_KEY: alpha.key };
    expect((await lab.run(["doctor"], { cwd, env })).stdout).toContain(
      "certificate_expires: The certificate expires in ",
    );
    expect(existsSync(join(cwd, "memoryd-data"))).toBe(false);
  },
);

test.each(["0.0.0.0", "::", "192.0.2.1", "[::]", "example.invalid"])(
  "beyond loopback without TLS: --host %s is refused with 3 and the ways out, and nothing is made",
  async (host) => {
    const cwd = lab.directory();
    const { code, stdout, stderr } = await lab.run([...SERVE, "--host", host], { cwd });
    expect({ code, stdout, flaw: flawOf(stderr, host) }).toEqual({ code: 3, stdout: "", flaw: "" });
    for (const way of ["--tls-cert", "--allow-remote", "proxy"]) expect(stderr).toContain(way);
    expect(readdirSync(cwd)).toEqual([]);
  },
);

test("--allow-remote listens there all the same", async () => {
  const server = await lab.start({ args: ["--host", "0.0.0.0", "--allow-remote"] });
  expect((await fetch(`http://127.0.0.1:${server.port}/livez`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test.each([
  ["serve", ["--host", "example.invalid", "--allow-remote"]],
  ["config check", ["--host", "example.invalid", "--allow-remote"]],
  ["config check", ["--prometheus-listen", "example.invalid:9464"]],
] as const)("a host that is a name is refused by %s with exit code 1: %j", async (command, args) => {
  const cwd = lab.directory();
  const { code, stdout, stderr } = await lab.run([...command.split(" "), ...args], { cwd });
  expect({ code, stdout, flaw: flawOf(stderr, "no name is looked up") }).toEqual({ code: 1, stdout: "", flaw: "" });
  expect(readdirSync(cwd)).toEqual([]);
});

test("localhost is listened on without being looked up", async () => {
  const server = await lab.start({ args: ["--host", "localhost"] });
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test.each(["127.0.0.2", "localhost", "::1"])("%s is loopback and needs neither", async (host) => {
  const { code, stdout } = await lab.run(["config", "check", "--host", host]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "the settings are in order\n" });
});
