// Our embedder behind a loopback endpoint, in a process of its own; its hello's version is the endpoint's base URL.
import { cpus } from "node:os";
import { openEmbedder } from "../../../src/embedding/open-embedder.ts";
import { answerEmbeddings } from "./embeddings-endpoint.ts";

const QUEUE_MAX = 256;

// As many workers as the executable has by default.
const pool = await openEmbedder("", {
  workerUrl: new URL("../../../src/embedding/worker.ts", import.meta.url),
  workers: cpus().length,
  queueMax: QUEUE_MAX,
  onEvent: () => {},
});
await pool.ready;
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request) => answerEmbeddings(pool, request),
});
process.stdout.write(`${JSON.stringify({ version: `http://127.0.0.1:${server.port}/v1` })}\n`);
for await (const _ of console);
await server.stop(true);
await pool.close();
