// The client in a real browser: in a page of another origin, and in a worker of it.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openLab } from "../../../test/e2e/executable.ts";

const CHROMIUM = Bun.which("chromium");
if (CHROMIUM === null) console.log("SKIPPED: without chromium nobody loads the client in a browser.");

/** Says what it was answered as text, in a page and in a worker alike. */
const LOOP = `
  import { createClient } from "/client.js";
  export async function loop(user, { url, key }) {
    const client = createClient({ url, key }).forUser(user);
    const turn = await client.startTurn({ input: "I live in Lisbon." });
    const isRecorded = await turn.record("Noted.");
    const { sources } = await client.recall({ query: "I live in Lisbon?" });
    const wrong = await createClient({ url, key: "mk_live_wrong" }).metrics().catch((error) => error.code);
    return [user, isRecorded, sources.map(({ text }) => text).join(), wrong].join(" | ");
  }`;
const WORKER = `
  import { loop } from "/loop.js";
  onmessage = async ({ data }) => postMessage(await loop("worker", data).catch(String));`;
const page = (service: object) => `<!doctype html><title>A page</title><pre></pre><script type="module">
  import { loop } from "/loop.js";
  const service = ${JSON.stringify(service)};
  const worker = new Worker("/worker.js", { type: "module" });
  const inWorker = new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
  worker.postMessage(service);
  const said = await Promise.all([loop("page", service).catch(String), inWorker]);
  document.querySelector("pre").textContent = said.join(" / ");
  document.title = "done";
  await fetch("/done", { method: "POST", body: said.join(" / ") });
</script>`;

const lab = openLab({ model: "tiny" });
const profile = mkdtempSync(join(tmpdir(), "memoryd-client-browser-"));
afterAll(() => rmSync(profile, { recursive: true, force: true }));

test.skipIf(CHROMIUM === null)("a page and its worker go through the loop of a turn", async () => {
  const built = await Bun.build({ entrypoints: [resolve(import.meta.dir, "../src/client.ts")], target: "browser" });
  const client = await built.outputs[0]!.text();
  const { promise, resolve: tell } = Promise.withResolvers<string>();
  let service: object = {};
  const script = (text: string) => new Response(text, { headers: { "content-type": "text/javascript" } });
  const site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      "/": () => new Response(page(service), { headers: { "content-type": "text/html" } }),
      "/client.js": () => script(client),
      "/loop.js": () => script(LOOP),
      "/worker.js": () => script(WORKER),
      "/done": async (request) => {
        tell(await request.text());
        return new Response();
      },
    },
  });
  const origin = `http://127.0.0.1:${site.port}`;
  const { url, adminKey: key } = await lab.start({ args: ["--cors-origins", origin] });
  service = { url, key };
  const flags =
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
  const browser = Bun.spawn([CHROMIUM ?? "", ...flags.split(" "), `--user-data-dir=${profile}`, `${origin}/`], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  const answer = (user: string) => `${user} | true | I live in Lisbon.\nNoted. | unauthorized`;
  expect(await promise).toBe(`${answer("page")} / ${answer("worker")}`);
  browser.kill();
  await browser.exited;
  await site.stop(true);
});
