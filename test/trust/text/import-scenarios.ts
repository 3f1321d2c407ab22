// A text in files of every format: as one entry, as very many, in every field, and as the file itself.
import type { AttackedService } from "./attacked-service.ts";
import type { Scenario } from "./scenario.ts";

const ENTRY_MAX = 30_000;
const ENTRY_CHARS = 500;
export const FILE_MAX = 16 * 1024 * 1024;

export interface ImportText {
  readonly format: "mem0" | "basic-memory" | "chat" | "memoryd";
  readonly name: string;
  readonly body: (text: string) => string;
}

export const IMPORT_TEXTS: readonly ImportText[] = [
  { format: "mem0", name: "entries", body: (text) => JSON.stringify({ results: pieces(text).map(memory) }) },
  { format: "mem0", name: "every field", body: (text) => JSON.stringify([everyField(text)]) },
  { format: "mem0", name: "the file", body: (text) => text },
  { format: "chat", name: "messages", body: (text) => JSON.stringify(messages(pieces(text))) },
  {
    format: "chat",
    name: "one side",
    body: (text) => JSON.stringify(pieces(text).map((content) => ({ role: "user", content }))),
  },
  { format: "chat", name: "short messages", body: (text) => JSON.stringify(messages(shortPieces(text))) },
  { format: "chat", name: "the file", body: (text) => text },
  { format: "basic-memory", name: "a note", body: (text) => `---\ntitle: x\n---\n${text}` },
  { format: "basic-memory", name: "the file", body: (text) => text },
  { format: "basic-memory", name: "front matter", body: (text) => `---\n${text}\n---\nx\n` },
  { format: "basic-memory", name: "front matter without end", body: (text) => `---\n${text}` },
  { format: "basic-memory", name: "title", body: (text) => `---\ntitle: ${JSON.stringify(text)}\n---\n- [a] b\nx\n` },
  { format: "basic-memory", name: "notes", body: (text) => JSON.stringify(pieces(text).map(note)) },
  { format: "basic-memory", name: "observations", body: (text) => lines(text, (piece) => `- [${piece}] ${piece}`) },
  { format: "basic-memory", name: "relations", body: (text) => lines(text, (piece) => `- ${piece} [[${piece}]]`) },
  { format: "basic-memory", name: "headings", body: (text) => lines(text, (piece) => `# ${piece}\nx`) },
  { format: "memoryd", name: "the file", body: (text) => text },
  {
    format: "memoryd",
    name: "a header and the text",
    body: (text) => `{"type":"header","format":"memoryd-export","version":1}\n${text}`,
  },
];

function memory(text: string, at: number) {
  return { id: `${at}`, memory: text, user_id: "ada" };
}

function everyField(text: string) {
  return {
    id: text,
    memory: text.slice(0, ENTRY_MAX),
    user_id: text,
    run_id: text,
    created_at: text,
    metadata: { text },
  };
}

function note(content: string, at: number) {
  return { title: `${at} ${content}`, permalink: content, content };
}

function messages(texts: readonly string[]) {
  return texts.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
}

/** Long ones at first, then many. */
function pieces(text: string): string[] {
  return [text.slice(0, ENTRY_MAX), ...cutInto(text.slice(ENTRY_MAX), ENTRY_CHARS)].map((each) => each.toWellFormed());
}

function shortPieces(text: string): string[] {
  return cutInto(text, 20).map((each) => each.toWellFormed());
}

function lines(text: string, line: (piece: string) => string): string {
  return cutInto(text, 200)
    .map((piece) => line(piece.replaceAll("\n", " ").toWellFormed()))
    .join("\n");
}

function cutInto(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));
}

let users = 0;

export function imported({ format, name, body }: ImportText): Scenario {
  return {
    name: `imported, ${format}, ${name}`,
    lengthMax: FILE_MAX,
    async run({ rich }, text) {
      const file = body(text);
      await rich.ask(`/admin/import, ${format}, ${name}`, "POST", `/admin/import?user=i${++users}&format=${format}`, {
        length: file.length,
        body: file,
        headers: { "Content-Type": "application/x-ndjson" },
      });
    },
  };
}

/** What was exported comes back into another account: line by line, with the text in every field. */
export const exportedAgain: Scenario = {
  name: "exported and imported",
  lengthMax: 131_072,
  async run({ rich, plain }: AttackedService, text) {
    const user = `e${++users}`;
    const at = { user, length: text.length };
    const input = text.slice(0, 32_768).toWellFormed();
    const turn = await plain.ask("", "POST", "/prepare", { ...at, body: { input } });
    if (typeof turn.turn_token !== "string") return;
    await plain.ask("", "POST", "/record", { ...at, body: { turn_token: turn.turn_token, answer: text } });
    const exported = await plain.ask("GET /admin/export", "GET", `/admin/export?user=${user}`, at);
    await rich.ask("/admin/import, memoryd, an export", "POST", "/admin/import", {
      length: text.length,
      body: exported.text,
      headers: { "Content-Type": "application/x-ndjson" },
    });
  },
};
