// A text where operators write: cores, constitutions, their patterns, names, headers, queries, bodies that are none.
import type { Account, AttackedService } from "./attacked-service.ts";
import type { Scenario } from "./scenario.ts";

const NAME_MAX = 200;
const CONTEXT_MAX = 8_000;
const SESSION_MAX = 128;
const PATTERN_MAX = 1_000;
/** Above this the server's own parser refuses a request's head. */
const HEAD_MAX = 12_000;
const BODY_MAX = 1_048_576;
const INPUT_MAX = 32_768;
const ANSWER_MAX = 131_072;

let made = 0;

export const written: Scenario = {
  name: "written by operators",
  lengthMax: CONTEXT_MAX,
  async run({ plain }, text) {
    const slug = `c${++made}`;
    const [name, context] = [cut(text, NAME_MAX), cut(text, CONTEXT_MAX)];
    const at = { length: context.length };
    await plain.ask("POST /cores", "POST", "/cores", { ...at, body: { slug, name: name || "x", context } });
    await plain.ask("PATCH /cores", "PATCH", `/cores/${slug}`, { ...at, body: { context } });
    await plain.ask("/prepare, core's context", "POST", "/prepare", {
      ...at,
      core: slug,
      body: { input: "What is it?" },
    });
    await plain.ask("DELETE /cores", "DELETE", `/cores/${slug}`, at);
    await plain.ask("PUT /admin/constitutions, text", "PUT", `/admin/constitutions/n${made}`, {
      ...at,
      body: { text: context },
    });
    const body = { input: "What is it?", constitution: `n${made}` };
    await plain.ask("/prepare, constitution's text", "POST", "/prepare", { ...at, body });
    await plain.ask("/prepare, session and model", "POST", "/prepare", {
      length: NAME_MAX,
      body: { input: "What is it?", session: cut(text, SESSION_MAX) || "x", model: name || "x" },
    });
    await putPattern(plain, cut(text, PATTERN_MAX), "n0");
    await putPattern(plain, escaped(cut(text, PATTERN_MAX / 2)), "n0");
  },
};

function putPattern(account: Account, pattern: string, name: string) {
  const gates = [{ pattern: pattern || "x", reason: cut(pattern, PATTERN_MAX) || "x" }];
  const asked = { length: pattern.length, body: { text: "", gates } };
  return account.ask("PUT /admin/constitutions, pattern", "PUT", `/admin/constitutions/${name}`, asked);
}

export const sent: Scenario = {
  name: "sent askew",
  lengthMax: BODY_MAX,
  async run({ plain }, text) {
    const body = { length: text.length };
    await plain.ask("/prepare, body is no JSON", "POST", "/prepare", { ...body, body: cut(text, BODY_MAX) });
    await plain.ask("/prepare, input too long", "POST", "/prepare", {
      ...body,
      body: { input: cut(text, BODY_MAX - 100_000) },
    });
    await plain.ask("/prepare, field of that name", "POST", "/prepare", {
      ...body,
      body: { [cut(text, 300_000)]: 1, input: "x", model: cut(text, 300_000) },
    });
    if (text.length <= HEAD_MAX) await inHead(plain, text);
  },
};

async function inHead(plain: Account, text: string): Promise<void> {
  const inHeader = text.replace(/[^\x20-\x7e]/g, "~").trim() || "x";
  const inPath = encodeURIComponent(text).slice(0, HEAD_MAX).replace(/%.?$/, "") || "x";
  const raw = inHeader.replace(/[\s#?%]/g, "/");
  const at = { length: inHeader.length };
  const headers = ["X-Memory-User", "X-Memory-Core", "X-API-Key", "X-Request-Id", "Traceparent", "X-Forwarded-For"];
  for (const name of [...headers, "Forwarded", "Content-Type", "Content-Encoding", "Accept", "Origin"]) {
    const asked = { ...at, headers: { [name]: inHeader }, body: { query: "x" } };
    await plain.ask(`header ${name}`, "POST", "/recall", asked);
  }
  for (const target of ["/lessons/", "/cores/", "/admin/users/", "/memory/", "/admin/constitutions/", "/"]) {
    await plain.ask(`GET ${target}…`, "GET", `${target}${inPath}`, at);
    await plain.ask(`GET ${target}…`, "GET", `${target}${raw}`, at);
  }
  await plain.ask("DELETE /admin/users/…", "DELETE", `/admin/users/${inPath}`, at);
  for (const name of ["limit", "cursor"]) {
    await plain.ask(`GET /memory?${name}`, "GET", `/memory?${name}=${inPath}`, at);
    await plain.ask(`GET /lessons?${name}`, "GET", `/lessons?${name}=${inPath}`, at);
    await plain.ask(`GET /cores?${name}`, "GET", `/cores?${name}=${inPath}`, at);
  }
  await plain.ask("GET /memory?…", "GET", `/memory?${raw.replaceAll("/", "&")}`, at);
  await plain.ask("GET /admin/export?user", "GET", `/admin/export?user=${inPath}`, at);
}

/** Patterns that the rules take, each as costly as they allow: RE2 has no exponential ones. */
export const HOSTILE_PATTERNS: readonly ((at: number) => string)[] = [
  (at) => `(?s)(.*a){160}z${at}`,
  (at) => `(?s)(.*.){300}z${at}`,
  (at) => `(a|b|ab|ba|.)*z${at}$`,
  (at) => `(?s).*.*.*.*.*.*.*.*.*.*z${at}`,
  (at) => `(x+x+)+y${at}`,
  (at) => `(\\w+\\s?)+z${at}$`,
  (at) => `(.?){200}z${at}`,
  (at) => `[\\p{L}\\p{N}\\p{P}]{250}z${at}`,
  (at) => `(?i)(k|ſ|s|K)*${at}z`,
  (at) => `(^|\\b|.)*z${at}`,
];
const PATTERNS_MAX = 100;

/** As many gates and prohibitions as there may be, against a text. */
export function gated(kind: number): Scenario {
  const form = HOSTILE_PATTERNS[kind]!(0);
  return {
    name: `gates ${form}`,
    lengthMax: ANSWER_MAX,
    async run(service: AttackedService, text: string) {
      const { plain } = service;
      const name = `gates-${kind}-${++made}`;
      const rules = Array.from({ length: PATTERNS_MAX }, (_, at) => ({
        pattern: HOSTILE_PATTERNS[kind]!(made * PATTERNS_MAX + at),
        reason: "No.",
      }));
      const body = { text: "", gates: rules, prohibitions: rules };
      await plain.ask(`PUT /admin/constitutions, 200 patterns ${form}`, "PUT", `/admin/constitutions/${name}`, {
        length: text.length,
        body,
      });
      const input = cut(text, INPUT_MAX);
      const asked = { length: input.length, body: { input, constitution: name } };
      await plain.ask(`/prepare, 100 gates ${form}`, "POST", "/prepare", asked);
      const easy = { text: "", prohibitions: rules };
      await plain.ask(`PUT /admin/constitutions, 200 patterns ${form}`, "PUT", `/admin/constitutions/${name}`, {
        length: text.length,
        body: easy,
      });
      const turn = await plain.ask("", "POST", "/prepare", { length: 0, body: { input: "What?", constitution: name } });
      const answer = cut(text, ANSWER_MAX);
      await plain.ask(`/verify, 100 prohibitions ${form}`, "POST", "/verify", {
        length: answer.length,
        body: { answer, turn_token: turn.turn_token },
      });
      await plain.ask("", "DELETE", `/admin/constitutions/${name}`, { length: 0 });
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}
