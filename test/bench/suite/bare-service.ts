// The least that a durable write over HTTP takes on this machine: one row, committed on another thread.

const path = Bun.argv[2];
if (path === undefined) throw new Error("name the database file");

const writer = new Worker(new URL("./bare-writer.ts", import.meta.url));
const waiting: (() => void)[] = [];
writer.onmessage = () => waiting.shift()?.();

function written(message: { readonly path: string } | { readonly text: string }): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    writer.postMessage(message);
  });
}

await written({ path });
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const { answer } = (await request.json()) as { answer: string };
    await written({ text: answer });
    return Response.json({ status: "recorded" });
  },
});
process.on("SIGTERM", () => process.exit(0));
console.log(`memoryd listening on ${server.url.origin}`);
