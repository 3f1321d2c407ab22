// Requests that were sound once, changed at random: the same for the same seed.
import type { SeededRandom } from "../../vectors/seeded-random.ts";

const TOKENS = [
  "\r\n",
  "\n",
  "\r",
  "\0",
  " ",
  "\t",
  ":",
  ",",
  ";",
  "\r\n\r\n",
  "%00",
  "%ff",
  "../",
  "//",
  "?",
  "#",
  "\xff",
  "\xc3\xa9",
  "Content-Length: 5\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Connection: close\r\n",
  "Expect: 100-continue\r\n",
  "Host: y\r\n",
  "Upgrade: websocket\r\n",
  "X-Memory-User: a\r\n",
  "X-Memory-Core: \r\n",
  "Content-Encoding: gzip\r\n",
  "HTTP/1.1",
  "GET ",
  "POST ",
  "0\r\n\r\n",
  "FFFFFFFF\r\n",
  "-1",
  "1e9",
  "null",
  "[",
  "{",
  '"',
  "\\ud800",
  "\\u0000",
  "1e999",
  "__proto__",
];

export function soundRequests(key: string): string[] {
  const head = (line: string, more = "") => `${line} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n${more}\r\n`;
  const json = (line: string, body: unknown) => {
    const text = JSON.stringify(body);
    return `${head(line, `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`)}${text}`;
  };
  const chunked = (line: string, text: string) =>
    `${head(line, "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")}${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  return [
    head("GET /livez"),
    head("GET /memory?limit=2&cursor=czE"),
    head("GET /lessons?limit=5", "X-Memory-User: ada\r\nX-Memory-Core: default\r\n"),
    head("GET /cores/default", "X-Request-Id: mine\r\nConnection: keep-alive\r\n"),
    head("HEAD /metrics"),
    head("GET /openapi.json", "Accept-Encoding: gzip\r\nOrigin: http://a.example\r\n"),
    head("GET /admin/export?embeddings=false"),
    head("DELETE /memory/none"),
    json("POST /prepare", { input: "Which units do I like?", session: "s", occurred_at: "2026-01-31T09:30:00Z" }),
    json("POST /prepare", { input: "And now?", session: "s", history: 3 }),
    json("POST /recall", { query: "units", limit: 3, as_of: "2026-01-31T09:30:00Z" }),
    json("POST /record", { turn_token: "t", answer: "Metric." }),
    json("POST /verify", { answer: "You like metric units." }),
    json("POST /lessons", { text: "Always answer in metric units." }),
    json("PUT /admin/constitutions/fuzz", { text: "", gates: [{ pattern: "x+", reason: "no" }] }),
    chunked("POST /recall", '{"query":"chunks"}'),
    chunked("POST /admin/import?format=chat", '{"messages":[{"role":"user","content":"a"}]}'),
  ];
}

/** One to three requests on one connection, each changed or left as it is. */
export function mutated(random: SeededRandom, sound: readonly string[]): string {
  let text = "";
  for (let left = 1 + random.integer(3); left > 0; left--) {
    let request = sound[random.integer(sound.length)]!;
    for (let changes = random.integer(4); changes > 0; changes--) request = changed(random, request, sound);
    text += request;
  }
  return text;
}

function changed(random: SeededRandom, text: string, sound: readonly string[]): string {
  const at = random.integer(text.length + 1);
  const to = Math.min(text.length, at + 1 + random.integer(12));
  const token = TOKENS[random.integer(TOKENS.length)]!;
  switch (random.integer(9)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, at) + token + text.slice(at);
    case 2:
      return text.slice(0, at) + token + text.slice(to);
    case 3:
      return text.slice(0, at) + String.fromCharCode(random.integer(256)) + text.slice(at + 1);
    case 4:
      return text.slice(0, to) + text.slice(at);
    case 5:
      return text.slice(0, at);
    case 6: {
      const other = sound[random.integer(sound.length)]!;
      return text.slice(0, at) + other.slice(random.integer(other.length));
    }
    case 7: {
      // A header line of its own, or one twice.
      const lines = text.split("\r\n");
      const line = 1 + random.integer(Math.max(1, lines.length - 1));
      return lines.toSpliced(line, 0, random.integer(2) === 0 ? token.trim() : lines[line]!).join("\r\n");
    }
    default:
      return text.slice(0, at) + token.repeat(1 + random.integer(300)) + text.slice(at);
  }
}
