// Asks a service that was started again for everything the oracle knows, and settles what was left open by the kill.
import type { Answer, KillableServer } from "./killable-server.ts";
import {
  type BrainOracle,
  type Held,
  heldBy,
  type Oracle,
  type Rule,
  type Said,
  type Tally,
  textOf,
} from "./oracle.ts";

export interface Check {
  readonly server: KillableServer;
  readonly oracle: Oracle;
  readonly tally: Tally;
  readonly chance: () => number;
  /** Told of what is not as it was promised, in a sentence. */
  readonly find: (what: string) => void;
}

interface Lesson {
  readonly id: string;
  readonly response_text: string;
}

/** So many tokens of a brain are tried again after each start; all are, over the starts. */
const TOKENS_TRIED = 3;

/** Needs no embedding, so it can run while the model still loads. */
export async function checkService(check: Check): Promise<void> {
  await checkCores(check);
  await Promise.all([...check.oracle.reachable()].map((brain) => checkBrain(check, brain)));
  await checkKeys(check);
}

/** Every memory, or every lesson, of a brain. */
async function listAll<T>({ server }: Check, path: string, name: string, { user, core }: BrainOracle): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const more: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Answer = await server.expect([200], "GET", `${path}?limit=1000${more}`, { user, core });
    items.push(...page.body[name]);
    cursor = page.body.next_cursor;
  }
  return items;
}

async function checkBrain(check: Check, brain: BrainOracle): Promise<void> {
  const items = await listAll<{ text: string; metadata: Held["metadata"] }>(check, "/memory", "items", brain);
  const texts = items.map(({ text, metadata }) => wholeOf(text, metadata));
  const lessons = await listAll<Lesson>(check, "/lessons", "lessons", brain);
  if (brain.erasing) {
    // Wholly or not at all: one text that is left means that all of them have to be.
    if (texts.length === 0 && lessons.length === 0) brain.erased();
    brain.erasing = false;
  }
  const left = countOf(texts);
  for (const said of brain.said) checkSaid(check, brain, said, left);
  for (const [text, times] of left) {
    if (times > 0) check.find(`${brain.label} holds what was never recorded, or was erased: ${shown(text)}`);
  }
  checkLessons(check, brain, lessons);
  await checkMetrics(check, brain, texts.length);
  await checkTokens(check, brain);
}

/** A packet's text and metadata, which are there together. */
function wholeOf(text: string, metadata: Held["metadata"]): string {
  return `${text}\n${JSON.stringify(metadata)}`;
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Takes what belongs to this turn out of what is left of the list. */
function checkSaid({ find, tally }: Check, brain: BrainOracle, said: Said, left: Map<string, number>): void {
  const answers = said.kept === null ? said.answers : [said.kept];
  const possible = [...answers.map((answer) => heldBy(said, answer)), ...(said.changing ? [said.changing] : [])];
  const present = possible.filter((held) => {
    const whole = wholeOf(textOf(held), held.metadata);
    const isThere = (left.get(whole) ?? 0) > 0;
    if (isThere) left.set(whole, (left.get(whole) ?? 0) - 1);
    return isThere;
  });
  if (present.length > 1) find(`${brain.label} holds two packets of one token: ${shown(said.input)}`);
  if (said.changing && present[0] === said.changing) {
    brain.changed(said, said.changing);
    tally.add("unanswered changes kept");
  }
  said.changing = null;
  const isPresent = present.length > 0;
  switch (said.standing) {
    case "there":
      tally.add("records read back");
      if (!isPresent) find(`${brain.label} lost an acknowledged record: ${shown(said.input)}`);
      return;
    case "gone":
      if (isPresent) find(`${brain.label} still holds an erased record: ${shown(said.input)}`);
      return;
    case "leaving":
      said.standing = isPresent ? "there" : "gone";
      return;
    case "coming":
      tally.add(isPresent ? "unanswered records kept" : "unanswered records not kept");
      if (!isPresent) {
        // Without a token nobody can send it again.
        if (said.token === null) said.standing = "gone";
        return;
      }
      said.kept = present[0]?.answer ?? null;
      said.standing = "there";
      if (said.token !== null) brain.turns++;
  }
}

function checkLessons({ find, tally }: Check, brain: BrainOracle, lessons: readonly Lesson[]): void {
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson.response_text]));
  for (const rule of brain.rules) {
    if (rule.id === null) adopt(rule, byId);
    const text = rule.id === null ? undefined : byId.get(rule.id);
    if (rule.id !== null) byId.delete(rule.id);
    const isRight = text === rule.text || (rule.rewording !== null && text === rule.rewording);
    if (rule.standing === "there") {
      tally.add("lessons read back");
      if (!isRight) find(`${brain.label} does not hold an acknowledged lesson as it was worded: ${rule.text}`);
      rule.text = text ?? rule.text;
    } else if (rule.standing === "gone") {
      if (text !== undefined) find(`${brain.label} still holds a deleted lesson: ${rule.text}`);
    } else {
      rule.standing = text === undefined ? "gone" : "there";
    }
    rule.rewording = null;
  }
  const learned = byId.size;
  if (learned < brain.learned) find(`${brain.label} holds ${learned} learned lessons of ${brain.learned}`);
  if (learned > brain.learned && brain.unansweredPasses === 0) {
    find(`${brain.label} holds ${learned} learned lessons, and its passes learned ${brain.learned}`);
  }
  brain.learned = learned;
  brain.unansweredPasses = 0;
}

/** A rule whose creation was not answered is known by its words. */
function adopt(rule: Rule, byId: ReadonlyMap<string, string>): void {
  for (const [id, text] of byId) if (text === rule.text) rule.id = id;
}

async function checkMetrics({ server, find }: Check, brain: BrainOracle, size: number): Promise<void> {
  const { user, core } = brain;
  const { body } = await server.expect([200], "GET", "/metrics", { user, core });
  if (body.memory_size !== size) find(`${brain.label} counts ${body.memory_size} in memory and lists ${size}`);
  if (body.turns !== brain.turns) find(`${brain.label} counts ${body.turns} turns, and ${brain.turns} were recorded`);
}

async function checkTokens(check: Check, brain: BrainOracle): Promise<void> {
  const { find, tally } = check;
  const record = async (token: string | null, answer: string): Promise<number> => {
    const body = { turn_token: token, answer };
    tally.add("tokens tried");
    return (await check.server.ask("POST", "/record", { user: brain.user, core: brain.core, body })).status;
  };
  for (const said of brain.said.filter(({ standing }) => standing === "coming")) {
    // Its packet is not there, so its token must not be used up either.
    const answer = said.answers[0] ?? "";
    const status = await record(said.token, answer);
    if (status !== 200) find(`${brain.label} used up a token without keeping its packet: ${status}`);
    said.kept = answer;
    said.standing = "there";
    brain.turns++;
  }
  for (const { token, input } of brain.open.splice(0, TOKENS_TRIED)) {
    const status = await record(token, "Late.");
    if (status !== 200) find(`${brain.label} does not know a token that it handed out: ${status}`);
    else {
      brain.said.push({ token, input, answers: ["Late."], kept: "Late.", standing: "there" });
      brain.turns++;
    }
  }
  const used = brain.said.filter(({ kept, token }) => kept !== null && token !== null);
  for (const said of pick(check, used, TOKENS_TRIED)) {
    const [again, other] = [await record(said.token, said.kept ?? ""), await record(said.token, "Something else.")];
    if (again !== 200) find(`${brain.label} answers ${again} where a recorded answer comes again`);
    if (other !== 409) find(`${brain.label} answers ${other} where another answer comes for a used token`);
  }
  for (const token of brain.dead) {
    const status = await record(token, "Too late.");
    if (status !== 404) find(`${brain.label} answers ${status} for a token that was erased with its brain`);
  }
  brain.dead.length = 0;
}

function pick<T>({ chance }: Check, from: readonly T[], count: number): T[] {
  if (from.length <= count) return [...from];
  return Array.from({ length: count }, () => from[Math.floor(chance() * from.length)] as T);
}

async function checkCores(check: Check): Promise<void> {
  const { oracle, server, find, tally } = check;
  const { body } = await server.expect([200], "GET", "/cores?limit=1000");
  const listed = new Set<string>(body.items.map(({ slug }: { slug: string }) => slug));
  listed.delete("default");
  for (const core of oracle.cores) {
    const isThere = listed.delete(core.slug);
    if (core.standing === "there" && !isThere) find(`the acknowledged core ${core.slug} is not there`);
    if (core.standing === "gone" && isThere) find(`the deleted core ${core.slug} is there`);
    core.standing = isThere ? "there" : "gone";
    core.inUse = false;
    tally.add("cores looked for");
  }
  if (listed.size > 0) find(`there are cores that nobody made: ${[...listed].join(", ")}`);
  const gone = oracle.cores.filter(({ standing }) => standing === "gone");
  for (const core of pick(check, gone, 2)) {
    const { status } = await server.ask("GET", "/memory", { user: "ada", core: core.slug });
    if (status !== 404) find(`memory of the deleted core ${core.slug} is answered with ${status}`);
  }
}

async function checkKeys({ oracle, server, find, tally }: Check): Promise<void> {
  for (const key of oracle.keys) {
    const { status } = await server.ask("GET", "/metrics", { key: key.text });
    tally.add("keys tried");
    if (key.standing === "there" && status !== 200) find(`an acknowledged key is answered with ${status}`);
    if (key.standing === "gone" && status !== 401) find(`a revoked key is answered with ${status}`);
    key.standing = status === 200 ? "there" : "gone";
  }
}

function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
