// bun run bench:learning: what the service learns from dialogues that it was not made for.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Judged, judge, type LearningDialogue, PARTS, readDialogues } from "./learning-dialogues.ts";
import { readOptions } from "./read-options.ts";
import { startExecutable } from "./start-executable.ts";

const HELP = `Plays dialogues through the interface, runs a pass after each day, and holds the rules against those expected.

  bun run build
  bun run bench:learning -- [options]

  --executable FILE    what is measured (dist/memoryd)
  --part PART          ${PARTS.join(", ")} (all)
  --limit N            the first N dialogues of each part
  --among N            each brain has N rules of other dialogues first; counts those that the dialogue's messages end
  --show               print what was missed and what was wrong, of the seen parts

The dialogues are in test/bench/learning, each part by another hand, but for the two halves, drawn by chance, of the
everyday ones: whoever wrote them fitted to the one and never looked at what was missed of the other. Nobody has fitted
anything to the unseen parts: their misses are never printed. Some everyday dialogues change a fact: for them the last
lines say how many answers /verify refuses. A rule counts as found where a live lesson holds the words that it cannot do without; every
other lesson counts as wrong, unless the dialogue names it as tolerable.`;

const values = readOptions(HELP, {
  executable: { type: "string", default: "dist/memoryd" },
  part: { type: "string" },
  limit: { type: "string", default: "1000" },
  among: { type: "string", default: "0" },
  show: { type: "boolean", default: false },
});

type Ask = <T>(method: string, path: string, user: string, body?: object) => Promise<T>;

/** What other users wish. */
const OTHERS = PARTS.filter((part) => !part.startsWith("unseen")).flatMap((part) =>
  readDialogues(part).flatMap((dialogue) => dialogue.expect.map(({ rule }) => ({ dialogue, rule }))),
);
/** Neighbours are of one dialogue, and of one hand. */
const OTHERS_STEP = 41;

const FIRST_DAY = Date.UTC(2026, 2, 2, 9);
const DAY_MS = 24 * 60 * 60 * 1000;

interface Lesson {
  readonly id: string;
  readonly response_text: string;
}

/** Adds rules of other dialogues that this one says nothing of. */
async function addOthers(ask: Ask, user: string, dialogue: LearningDialogue, nth: number): Promise<Lesson[]> {
  const added: Lesson[] = [];
  for (let at = nth; added.length < Number(values.among); at += OTHERS_STEP) {
    const other = OTHERS[at % OTHERS.length]!;
    if (other.dialogue.id === dialogue.id || judge(dialogue, [other.rule]).wrong.length === 0) continue;
    added.push(await ask<Lesson>("POST", "/lessons", user, { text: other.rule }));
  }
  return added;
}

async function play(ask: Ask, user: string, { turns }: LearningDialogue): Promise<Lesson[]> {
  for (const [at, { input, answer, day }] of turns.entries()) {
    const occurred_at = new Date(FIRST_DAY + day * DAY_MS + at * 60_000).toISOString();
    const turn = await ask<{ turn_token: string }>("POST", "/prepare", user, {
      input,
      occurred_at,
      session: `day ${day}`,
    });
    await ask("POST", "/record", user, { turn_token: turn.turn_token, answer });
    if (turns[at + 1]?.day !== day) await ask("POST", "/sync", user);
  }
  const { lessons } = await ask<{ lessons: Lesson[] }>("GET", "/lessons?limit=100", user);
  return lessons;
}

const answers = new Map<string, { wrong: number; caught: number; right: number; refused: number }>();

async function verifyCases(part: string, user: string, { cases = [], turns }: LearningDialogue): Promise<void> {
  for (const { input, answer, right } of cases) {
    const occurred_at = new Date(FIRST_DAY + (turns.at(-1)!.day + 1) * DAY_MS).toISOString();
    const turn = await ask<{ turn_token: string }>("POST", "/prepare", user, { input, occurred_at });
    const { ok } = await ask<{ ok: boolean }>("POST", "/verify", user, { answer, turn_token: turn.turn_token });
    const counts = answers.get(part) ?? { wrong: 0, caught: 0, right: 0, refused: 0 };
    counts[right ? "right" : "wrong"] += 1;
    if (!ok) counts[right ? "refused" : "caught"] += 1;
    answers.set(part, counts);
  }
}

const dataDir = mkdtempSync(join(tmpdir(), "memoryd-learning-"));
const service = await startExecutable({ executable: values.executable, dataDir, modelDir: null });
const ask: Ask = async (method, path, user, body) => {
  const headers = { "X-API-Key": service.adminKey, "X-Memory-User": user, "Content-Type": "application/json" };
  const answer = await fetch(service.url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json() as never;
};

console.log("part             kind              dialogues  rules  found  wrong rules  dialogues with a wrong one");
for (const part of PARTS.filter((each) => values.part === undefined || values.part === each)) {
  const played: { readonly dialogue: LearningDialogue; readonly judged: Judged }[] = [];
  const ended: string[] = [];
  for (const [nth, dialogue] of readDialogues(part).slice(0, Number(values.limit)).entries()) {
    const user = `${part}-${dialogue.id}`;
    const others = await addOthers(ask, user, dialogue, nth);
    const lessons = await play(ask, user, dialogue);
    await verifyCases(part, user, dialogue);
    const gone = others.filter(({ id }) => !lessons.some((lesson) => lesson.id === id));
    ended.push(...gone.map(({ response_text }) => `${dialogue.id}: ${response_text}`));
    const own = lessons.filter(({ id }) => !others.some((other) => other.id === id));
    const learned = own.map(({ response_text }) => response_text);
    played.push({ dialogue, judged: judge(dialogue, learned) });
  }
  const kinds = [...new Set(played.map(({ dialogue }) => dialogue.kind))];
  for (const kind of kinds)
    print(
      part,
      kind,
      played.filter(({ dialogue }) => dialogue.kind === kind).map(({ judged }) => judged),
    );
  print(
    part,
    "all",
    played.map(({ judged }) => judged),
  );
  const added = played.length * Number(values.among);
  if (added > 0) console.log(`${part}: of ${added} rules of other users ${ended.length} ended`);
  if (!values.show || part.startsWith("unseen")) continue;
  for (const { dialogue, judged } of played) {
    for (const rule of judged.missed) console.log(`  missed, ${dialogue.id}: ${rule}`);
    for (const text of judged.wrong) console.log(`  wrong, ${dialogue.id}: ${text}`);
  }
  for (const rule of ended) console.log(`  ended, ${rule}`);
}
for (const [part, { wrong, caught, right, refused }] of answers) {
  console.log(`${part}: of ${wrong} outdated answers ${caught} refused, of ${right} right ones ${refused}`);
}
await service.stop();
rmSync(dataDir, { recursive: true, force: true });

function print(part: string, kind: string, judged: readonly Judged[]): void {
  const sum = (of: (each: Judged) => number) => judged.reduce((total, each) => total + of(each), 0);
  const cells: readonly (readonly [number, number])[] = [
    [judged.length, 9],
    [sum((each) => each.expected), 7],
    [sum((each) => each.found), 7],
    [sum((each) => each.wrong.length), 13],
    [judged.filter((each) => each.wrong.length > 0).length, 28],
  ];
  console.log(
    `${part.padEnd(17)}${kind.padEnd(18)}${cells.map(([value, width]) => String(value).padStart(width)).join("")}`,
  );
}
