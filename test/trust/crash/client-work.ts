// What a client does: one call after the other, each told to the oracle before it is sent and after it is answered.
import type { KillableServer } from "./killable-server.ts";
import { BrainOracle, CoreOracle, heldBy, type Oracle, type Said, type Tally, textOf } from "./oracle.ts";

export interface Work {
  readonly server: KillableServer;
  readonly oracle: Oracle;
  readonly tally: Tally;
  /** 0 to below 1. */
  readonly chance: () => number;
  /** A number that was never given before, in any run on the directory. */
  readonly serial: () => number;
}

type Task = (work: Work) => Promise<void>;

const THINGS = ["bicycle", "violin", "garden", "kettle", "novel", "jacket", "recipe", "camera", "boat", "carpet"];
const PLACES = ["Lisbon", "Oslo", "Kyoto", "Quito", "Cairo", "Perth", "Dublin", "Hanoi", "Lima", "Riga"];
const NAMES = ["Ada", "Bertha", "Clara", "Dora", "Emma"];

function one<T>(work: Work, from: readonly T[]): T {
  return from[Math.floor(work.chance() * from.length)] as T;
}

/** Mostly facts; some state an attribute, correct, or are long enough for several pages. */
function newInput(work: Work): string {
  const serial = work.serial();
  const [thing, place] = [one(work, THINGS), one(work, PLACES)];
  const kind = work.chance();
  if (kind < 0.06) return `My name is ${one(work, NAMES)}, and this is note ${serial}.`;
  if (kind < 0.12) return `No, it's ${place}, not ${one(work, PLACES)}; that is note ${serial}.`;
  if (kind < 0.15) return `Note ${serial}: ${`the ${thing} from ${place} again. `.repeat(120)}`;
  if (kind < 0.3) return `I like my ${thing} blue, as I said in note ${serial}.`;
  return `My ${thing} number ${serial} is from ${place}.`;
}

async function newToken(work: Work, brain: BrainOracle, input: string): Promise<string> {
  const { user, core } = brain;
  work.oracle.maybePrepared++;
  const { body } = await work.server.expect([200], "POST", "/prepare", { user, core, body: { input } });
  work.oracle.maybePrepared--;
  work.oracle.prepared++;
  work.tally.add("prepared turns");
  return body.turn_token;
}

function send(work: Work, { user, core }: BrainOracle, token: string | null, answer: string) {
  return work.server.ask("POST", "/record", { user, core, body: { turn_token: token, answer } });
}

function acknowledge(work: Work, brain: BrainOracle, said: Said, answer: string): void {
  said.kept = answer;
  said.standing = "there";
  brain.turns++;
  work.tally.add("acknowledged records");
}

/** A turn, as an agent runs it; now and then two answers are sent for one token at once. */
export async function converse(work: Work, brain: BrainOracle): Promise<void> {
  const input = newInput(work);
  const token = await newToken(work, brain, input);
  if (work.chance() < 0.08) {
    brain.open.push({ token, input });
    return;
  }
  const answer = `Noted: ${one(work, THINGS)} and ${one(work, PLACES)}.`;
  const answers = work.chance() < 0.1 ? [answer, `${answer} Indeed.`] : [answer];
  const said: Said = { token, input, answers, kept: null, standing: "coming" };
  brain.said.push(said);
  const results = await Promise.allSettled(answers.map((each) => send(work, brain, token, each)));
  const statuses = results.map((each) => (each.status === "fulfilled" ? each.value.status : null));
  const won = statuses.indexOf(200);
  if (won >= 0) acknowledge(work, brain, said, answers[won] as string);
  const wrong = statuses.filter((status) => status !== null && status !== 200 && status !== 409);
  const wins = statuses.filter((status) => status === 200).length;
  if (wrong.length > 0 || wins > 1 || (answers.length === 1 && statuses[0] === 409)) {
    throw new Error(`/record of one token was answered with ${statuses.join(" and ")}.`);
  }
  const broken = results.find((each) => each.status === "rejected");
  if (broken !== undefined) throw broken.reason;
}

/** A memory without a turn: `direct` says so to whoever looks at the rows. */
async function remember(work: Work, brain: BrainOracle): Promise<void> {
  const { user, core } = brain;
  const input = newInput(work);
  const answer = work.chance() < 0.5 ? "" : `Noted: ${one(work, THINGS)}.`;
  const metadata = { direct: true, thing: one(work, THINGS), at: work.serial() };
  const said: Said = { token: null, input, answers: [answer], kept: null, standing: "coming", metadata };
  brain.said.push(said);
  const body = { input, metadata, answer: answer === "" ? null : answer };
  await work.server.expect([201], "POST", "/memory", { user, core, body });
  said.kept = answer;
  said.standing = "there";
  work.tally.add("acknowledged memories");
}

async function idOf(work: Work, { user, core, label }: BrainOracle, said: Said): Promise<string> {
  const page = await work.server.expect([200], "GET", "/memory?limit=1000", { user, core });
  const item = page.body.items.find(({ text }: { text: string }) => text === textOf(heldBy(said)));
  if (item === undefined) throw new Error(`an acknowledged record of ${label} is not in the list`);
  return item.id;
}

/** Some or all of what a packet holds; with its metadata goes whether it was a turn. */
async function changeOne(work: Work, brain: BrainOracle, inputShare = 0.6): Promise<void> {
  const { user, core } = brain;
  const there = brain.there();
  if (there.length === 0) return remember(work, brain);
  const said = one(work, there);
  const id = await idOf(work, brain, said);
  const before = heldBy(said);
  const { direct = false } = before.metadata;
  const change = {
    ...(work.chance() < inputShare ? { input: newInput(work) } : {}),
    ...(work.chance() < 0.4 ? { answer: work.chance() < 0.5 ? "" : `Changed: ${one(work, PLACES)}.` } : {}),
    ...(work.chance() < 0.5 ? { metadata: { ...(direct ? { direct } : {}), place: one(work, PLACES) } } : {}),
  };
  if (Object.keys(change).length === 0) return;
  said.changing = { ...before, ...change };
  await work.server.expect([200], "PATCH", `/memory/${id}`, { user, core, body: change });
  brain.changed(said, said.changing);
  work.tally.add("acknowledged changes");
}

/** The same again is done already; another answer is refused. */
async function repeat(work: Work, brain: BrainOracle): Promise<void> {
  const there = brain.there().filter(({ token }) => token !== null);
  if (there.length === 0) return;
  const said = one(work, there);
  const again = await send(work, brain, said.token, said.kept ?? "");
  if (again.status !== 200) throw new Error(`/record of the same answer again was answered with ${again.status}.`);
  const other = await send(work, brain, said.token, "Something else.");
  if (other.status !== 409) throw new Error(`/record of another answer was answered with ${other.status}.`);
}

async function addRule(work: Work, brain: BrainOracle): Promise<void> {
  const { user, core } = brain;
  const text = `Always mention the ${one(work, THINGS)} of note ${work.serial()}.`;
  const rule = { id: null as string | null, text, rewording: null, standing: "coming" as const };
  const kept = brain.rules[brain.rules.push(rule) - 1] as BrainOracle["rules"][number];
  const { body } = await work.server.expect([201], "POST", "/lessons", { user, core, body: { text } });
  kept.id = body.id;
  kept.standing = "there";
  work.tally.add("acknowledged lessons");
}

async function changeRule(work: Work, brain: BrainOracle): Promise<void> {
  const { user, core } = brain;
  const there = brain.rules.filter(({ standing }) => standing === "there");
  if (there.length === 0) return addRule(work, brain);
  const rule = one(work, there);
  if (work.chance() < 0.5) {
    const text = `Never forget the ${one(work, THINGS)} of note ${work.serial()}.`;
    rule.rewording = text;
    await work.server.expect([200], "PATCH", `/lessons/${rule.id}`, { user, core, body: { text } });
    rule.text = text;
    rule.rewording = null;
    work.tally.add("acknowledged rewordings");
  } else {
    rule.standing = "leaving";
    await work.server.expect([200], "DELETE", `/lessons/${rule.id}`, { user, core });
    rule.standing = "gone";
    work.tally.add("acknowledged deletes");
  }
}

async function learn(work: Work, brain: BrainOracle): Promise<void> {
  const { user, core } = brain;
  brain.unansweredPasses++;
  const { body } = await work.server.expect([200], "POST", "/sync", { user, core });
  if (body.ok !== true) throw new Error("/sync said that the pass failed.");
  brain.unansweredPasses--;
  brain.learned += body.learned;
  work.tally.add("acknowledged passes");
  work.tally.add("rules learned", body.learned);
}

async function forgetOne(work: Work, brain: BrainOracle): Promise<void> {
  const { user, core } = brain;
  const there = brain.there();
  if (there.length < 4) return converse(work, brain);
  const said = one(work, there);
  const id = await idOf(work, brain, said);
  said.standing = "leaving";
  await work.server.expect([200], "DELETE", `/memory/${id}`, { user, core });
  said.standing = "gone";
  work.tally.add("acknowledged deletes");
}

async function forgetAll(work: Work, brain: BrainOracle): Promise<void> {
  const { user, core } = brain;
  if (brain.there().length < 5) return converse(work, brain);
  brain.erasing = true;
  await work.server.expect([200], "DELETE", "/memory", { user, core });
  brain.erased();
  work.tally.add("acknowledged erasures");
}

/** Most of a client's life. */
export async function keepMemory(work: Work, brain: BrainOracle): Promise<void> {
  const what = work.chance();
  if (what < 0.5) await converse(work, brain);
  else if (what < 0.6) await remember(work, brain);
  else if (what < 0.7) await changeOne(work, brain);
  else if (what < 0.76) await repeat(work, brain);
  else if (what < 0.81) await addRule(work, brain);
  else if (what < 0.86) await changeRule(work, brain);
  else if (what < 0.91) await learn(work, brain);
  else if (what < 0.97) await forgetOne(work, brain);
  else await forgetAll(work, brain);
}

/** Several clients in one brain: nobody erases what another has just been promised. */
export async function share(work: Work, brain: BrainOracle): Promise<void> {
  const what = work.chance();
  if (what < 0.7) await converse(work, brain);
  else if (what < 0.85) await remember(work, brain);
  else if (what < 0.93) await addRule(work, brain);
  else await repeat(work, brain);
}

/** Makes a core, uses it, and deletes it or leaves it. */
export const keepCores: Task = async (work) => {
  const core = new CoreOracle(`core-${work.serial()}`);
  work.oracle.cores.push(core);
  await work.server.expect([201], "POST", "/cores", { body: { slug: core.slug, name: "Core" } });
  core.standing = "there";
  work.tally.add("acknowledged cores");
  for (const user of ["ada", undefined]) {
    const brain = new BrainOracle(user, core.slug);
    core.brains.push(brain);
    await converse(work, brain);
    if (work.chance() < 0.3) await addRule(work, brain);
  }
  core.inUse = false;
  if (work.chance() < 0.35) return;
  const leaving = one(
    work,
    work.oracle.cores.filter(({ standing, inUse }) => standing === "there" && !inUse),
  );
  leaving.standing = "leaving";
  await work.server.expect([200], "DELETE", `/cores/${leaving.slug}`);
  leaving.standing = "gone";
  work.tally.add("acknowledged core deletes");
};

/** Issues a key, uses it, and revokes an older one. */
export const keepKeys: Task = async (work) => {
  const body = { name: `key ${work.serial()}`, scope: "agent" };
  const made = await work.server.expect([201], "POST", "/admin/keys", { body });
  const key = { id: made.body.id, text: made.body.key, standing: "there" as const };
  work.oracle.keys.push(key);
  work.tally.add("acknowledged keys");
  await work.server.expect([200], "GET", "/metrics", { key: key.text });
  const there = work.oracle.keys.filter(({ standing }) => standing === "there");
  if (there.length < 4) return;
  const old = one(work, there);
  old.standing = "leaving";
  await work.server.expect([200], "DELETE", `/admin/keys/${old.id}`);
  old.standing = "gone";
  work.tally.add("acknowledged revocations");
  await work.server.expect([401], "GET", "/metrics", { key: old.text });
};

/** Records and erasures of one brain at once: nobody can say what is left, but it must be whole. */
export const race: Task = async (work) => {
  const user = "raced";
  const token = await newToken(work, new BrainOracle(user), newInput(work));
  const body = { turn_token: token, answer: "Noted." };
  const record = work.server.expect([200, 404], "POST", "/record", { user, body });
  const other =
    work.chance() < 0.5
      ? work.server.expect([200], "POST", "/sync", { user })
      : work.server.expect([200], "DELETE", "/memory", { user });
  const broken = (await Promise.allSettled([record, other])).find((each) => each.status === "rejected");
  if (broken !== undefined) throw broken.reason;
};

const CLIENTS = 16;

/** What each of the clients does, over and over. */
export function tasksOf(oracle: Oracle): Task[] {
  const own = Array.from({ length: CLIENTS - 7 }, (_, number): Task => {
    const brain = oracle.brain(`client-${number}`);
    return (work) => keepMemory(work, brain);
  });
  const shared = oracle.brain("everybody");
  const together: Task = (work) => share(work, shared);
  const facts = oracle.brain("facts");
  const keepFacts: Task = async (work) => {
    await remember(work, facts);
    await changeOne(work, facts, 1);
  };
  return [...own, keepFacts, keepCores, keepCores, keepKeys, together, together, race];
}
