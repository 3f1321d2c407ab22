// How long a quickstart takes from an empty folder to a remembered answer: packages from their registries, a new service,
// the page's program as it stands. A model is played on this machine.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { blocksOf, ROOT } from "../docs/pages.ts";
import { describeMachine } from "./machine.ts";

const PAGES = {
  typescript: ["ts", []],
  "ai-sdk": ["ts", ["ai", "@ai-sdk/openai-compatible"]],
  "langchain-js": ["ts", ["langchain", "@langchain/core", "@langchain/openai", "zod"]],
  "openai-agents-js": ["ts", ["@openai/agents", "zod"]],
  python: ["python", []],
  "langchain-python": ["python", ["langchain", "langchain-openai"]],
  langgraph: ["python", ["langgraph"]],
  "openai-agents-python": ["python", ["openai-agents"]],
  "coming-from-mem0": ["python", []],
} as const satisfies Record<string, readonly ["ts" | "python", readonly string[]]>;

const EXECUTABLE = join(ROOT, "dist/memoryd");
const TARBALL = join(ROOT, "clients/typescript/dist/memoryd-client-0.1.0.tgz");
const LISTENING = /listening on (http:\S+)/;

interface ChatRequest {
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
  readonly input?: unknown;
  readonly instructions?: string;
  readonly stream?: boolean;
}

/** Knows the city where it was told of it. */
function answerTo(asked: ChatRequest): string {
  return /[Ll]isbon/.test(JSON.stringify(asked)) ? "In Lisbon, as you told me." : "Noted.";
}

/** OpenAI's two interfaces, as far as the pages use them. */
function openModel() {
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const asked = (await request.json()) as ChatRequest;
      const text = answerTo(asked);
      const common = { id: "chat-1", created: 1, model: "m" };
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      if (asked.messages === undefined) {
        const part = { type: "output_text", text, annotations: [] };
        const message = { id: "m", type: "message", role: "assistant", status: "completed", content: [part] };
        const more = { parallel_tool_calls: true, tool_choice: "auto", tools: [] };
        const tokens = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
        return Response.json({
          ...common,
          object: "response",
          created_at: 1,
          output: [message],
          ...more,
          usage: tokens,
        });
      }
      const message = { role: "assistant", content: text };
      const choice = { index: 0, finish_reason: "stop" };
      if (asked.stream !== true) {
        return Response.json({ ...common, object: "chat.completion", usage, choices: [{ ...choice, message }] });
      }
      const chunk = { ...common, object: "chat.completion.chunk" };
      const chunks = [
        { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
        { ...chunk, usage, choices: [{ ...choice, delta: {} }] },
      ];
      const lines = [...chunks.map((each) => JSON.stringify(each)), "[DONE]"].map((data) => `data: ${data}\n\n`);
      return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
    },
  });
}

async function run(cmd: string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn({ cmd, cwd, env: { ...process.env, ...env }, stdout: "pipe", stderr: "pipe" });
  const [out, errors, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${cmd.join(" ")} ended with ${code}: ${errors.slice(-2_000)}`);
  return out;
}

async function startService(cwd: string): Promise<{ url: string; stop: () => Promise<number> }> {
  const child = Bun.spawn({ cmd: [EXECUTABLE, "serve", "--port", "0"], cwd, stdout: "pipe", stderr: "ignore" });
  let said = "";
  for await (const piece of child.stdout) {
    said += new TextDecoder().decode(piece);
    const url = LISTENING.exec(said)?.[1];
    if (url === undefined) continue;
    return {
      url,
      stop: () => {
        child.kill();
        return child.exited;
      },
    };
  }
  throw new Error("the service did not start");
}

interface Timed {
  readonly installS: number;
  readonly startS: number;
  readonly programS: number;
}

async function timeQuickstart(name: keyof typeof PAGES, model: string): Promise<Timed> {
  const [language, packages] = PAGES[name];
  const page = { path: name, text: readFileSync(join(ROOT, `docs/quickstarts/${name}.md`), "utf8") };
  const folder = mkdtempSync(join(tmpdir(), "memoryd-quickstart-"));
  const marks = [performance.now()];
  const mark = () => marks.push(performance.now());
  if (language === "ts") await run(["npm", "install", "--silent", TARBALL, ...packages], folder);
  else {
    await run(["python3", "-m", "venv", "venv"], folder);
    await run(["venv/bin/pip", "install", "--quiet", join(ROOT, "clients/python"), ...packages], folder);
  }
  mark();
  const service = await startService(folder);
  mark();
  const key = readFileSync(join(folder, "memoryd-data/admin.key"), "utf8").trim();
  const program = blocksOf(page)
    .flatMap((block) => (block.language === language ? [block.text] : []))
    .join("\n")
    .replaceAll("http://127.0.0.1:8787", service.url)
    .replaceAll("http://127.0.0.1:11434", model);
  const file = language === "ts" ? "chat.mjs" : "chat.py";
  writeFileSync(join(folder, file), program);
  const openai = { OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: "none", OPENAI_AGENTS_DISABLE_TRACING: "1" };
  const env = { ...openai, MEMORYD_KEY: key, MEMORYD_API_KEY: key, MEMORYD_URL: service.url };
  const said = await run([language === "ts" ? "node" : "venv/bin/python", file], folder, env);
  mark();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
  if (!/lisbon|topic/i.test(said)) throw new Error(`${name} remembered nothing: ${said}`);
  const [begun = 0, installed = 0, started = 0, ended = 0] = marks;
  return {
    installS: (installed - begun) / 1_000,
    startS: (started - installed) / 1_000,
    programS: (ended - started) / 1_000,
  };
}

const model = openModel();
await run(["bun", "run", "build"], resolve(ROOT, "clients/typescript"));
console.log(`${describeMachine(EXECUTABLE)}\n`);
console.log("| quickstart | packages, s | service, s | program, s | in all, s |\n| --- | --- | --- | --- | --- |");
for (const name of Object.keys(PAGES) as (keyof typeof PAGES)[]) {
  const { installS, startS, programS } = await timeQuickstart(name, `http://127.0.0.1:${model.port}`);
  const all = [installS, startS, programS, installS + startS + programS].map((seconds) => seconds.toFixed(1));
  console.log(`| ${name} | ${all.join(" | ")} |`);
}
await model.stop(true);
