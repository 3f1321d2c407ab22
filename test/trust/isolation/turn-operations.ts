// The turn and the memory of one brain, as the oracle plays them.
import { listFiltered } from "./memory-operations.ts";
import type { Operation } from "./operation.ts";
import type { Step } from "./step.ts";
import { Mismatch } from "./wire.ts";
import { type Brain, type Filed, type OpenTurn, SHARED_KINDS } from "./world.ts";

interface Source {
  readonly id: string;
  readonly text: string;
}
interface Listed {
  readonly items: readonly { readonly id: string; readonly text: string }[];
  readonly next_cursor: string | null;
}

const INPUT = "What do you know about the shelf and the tea?";

/** Whatever ids an answer names: they are of this brain. */
function checkIds(step: Step, what: string, ids: readonly (string | null)[]): void {
  const stranger = ids.find((id) => id !== null && step.brainOrNull?.items.has(id) !== true);
  if (stranger !== undefined) throw new Mismatch(`${what} hold ${stranger}, which is not in ${step.brain.label}`);
}

/** What only admin keys may ask for. */
function isTold(step: Step): boolean {
  return step.caller.scope === "admin" && step.chance(0.2);
}

/** Sources are of this brain; what was said in these very words is among them. */
function checkSources(step: Step, sources: readonly Source[], input: string, most: number): void {
  const { brain } = step;
  const strangers = sources.filter(({ id }) => !brain.items.has(id));
  if (strangers.length > 0) throw new Mismatch(`sources hold ${strangers[0]?.id}, which is not in ${brain.label}`);
  if (sources.length > most) throw new Mismatch(`${sources.length} sources instead of ${most} at most`);
  const isKnown = [...brain.items.values()].some((item) => item.input === input);
  if (isKnown && sources.length === 0)
    throw new Mismatch(`nothing is found for what ${brain.label} holds word by word`);
}

/** A name of a constitution: none, one of the account's own, or one that only another account has. */
async function constitutionOf(step: Step, input: string): Promise<string | undefined> {
  if (step.chance(0.8)) return undefined;
  if (step.chance(0.5)) return step.pick([...step.account.constitutions.keys()]);
  const foreign = step.pick([...(step.otherAccount()?.constitutions.keys() ?? [])]);
  if (foreign === undefined || step.account.constitutions.has(foreign)) return undefined;
  const ask = (constitution: string) => ["POST", "/prepare", { input, constitution }] as const;
  await step.pair(foreign, step.never("zqnever", 6), ask, [400, "unknown_constitution"]);
  return undefined;
}

async function prepare(step: Step): Promise<void> {
  const { account, caller, world } = step;
  const brain = step.brainOrNull;
  const input = brain === null ? INPUT : world.inputOf(brain, step.target.next);
  const constitution = brain === null ? undefined : await constitutionOf(step, input);
  const explain = caller.scope === "admin" && step.chance(0.2) ? true : undefined;
  // All brains have a session of this name, and metadata of this kind.
  const talk = step.chance(0.3) ? { session: "talk", history: 5 } : {};
  const kind = step.chance(0.3) ? SHARED_KINDS[0] : null;
  const metadata = kind === null ? undefined : { kind };
  const body = { input, constitution, explain, metadata, ...talk };
  if (isTold(step)) {
    const dry = await step.send("POST", "/prepare", { ...body, dry_run: true, mode: "hybrid" });
    step.expect(dry, 200);
    const { sources } = dry.body as { sources: readonly Source[] };
    checkIds(
      step,
      "the sources of a dry run",
      sources.map(({ id }) => id),
    );
  }
  const reply = await step.send("POST", "/prepare", body, { isNew: true });
  step.expect(reply, 200);
  const turn = reply.body as { sources: Source[]; turn_token: string; messages: { content: string }[] };
  account.prepared += 1;
  step.brain.exists = true;
  const said = turn.messages.slice(1, -1).map(({ content }) => content);
  // What the messages show is not quoted again.
  checkSources(step, turn.sources, said.includes(input) ? "" : input, account.sourcesMax);
  world.marks.own(turn.turn_token, step.brain.owner);
  const filed: Filed = { session: talk.session ?? null, kind };
  step.brain.turns.push({ token: turn.turn_token, input, answer: null, ...filed });
  if (step.brain.turns.length > 20) step.brain.turns.shift();
  const written = constitution === undefined ? undefined : account.constitutions.get(constitution);
  if (written !== undefined && turn.messages[0]?.content.includes(written) !== true)
    throw new Mismatch(`the brief lacks the constitution ${constitution}`);
}

function isReached({ caller }: Step, brain: Brain): boolean {
  return (
    caller.account === brain.account &&
    (caller.core === null || caller.core === brain.core) &&
    (caller.user === null || caller.user === brain.user)
  );
}

/** A turn that was prepared before its core spilled over the plan is still that core's. */
function isServed(step: Step, brain: Brain): boolean {
  const { core } = step.target;
  return (
    brain === step.brain ||
    (core === brain.core && brain.user === step.brain.user && step.account.name === brain.account)
  );
}

/** Uses a token of another brain as one of its own: 409 where the key may use both, else as if it never was. */
async function useOther(step: Step, path: "/record" | "/verify", other: Brain): Promise<void> {
  const turn = step.pick(other.turns);
  if (turn === undefined) return;
  const answer = "Noted.";
  const ask = (turn_token: string) => ["POST", path, { turn_token, answer }] as const;
  if (!isReached(step, other)) {
    await step.pair(turn.token, step.never("turn_", 43), ask, [404, "token_not_found"]);
    return;
  }
  // The other brain may be erased meanwhile, unless nobody else is at it.
  await other.lock.aloneNow(async () => {
    if (!other.turns.includes(turn) || other.unsure || isServed(step, other)) return;
    const reply = await step.send(...ask(turn.token));
    step.expect(reply, 409, "token_other_brain");
  });
}

async function record(step: Step): Promise<void> {
  const brain = step.brainOrNull;
  if (brain === null) {
    await step.send("POST", "/record", { turn_token: step.never("turn_", 43), answer: "Noted." });
    return;
  }
  const other = step.chance(0.3) ? step.otherBrain(({ turns }) => turns.length > 0) : undefined;
  if (other !== undefined) return useOther(step, "/record", other);
  const late = spilledTurn(step);
  if (late !== undefined) {
    await late.brain.lock.aloneNow(async () => {
      if (!late.brain.unsure && late.brain.turns.includes(late.turn)) await recordOwn(step, late.brain, late.turn);
    });
    return;
  }
  let turn = step.pick(brain.turns);
  if (turn === undefined && step.target.mayOnlyRecord) {
    const never = { turn_token: step.never("turn_", 43), answer: "Noted." };
    return step.expect(await step.send("POST", "/record", never), 404, "token_not_found");
  }
  if (turn === undefined) {
    await prepare(step);
    turn = brain.turns.at(-1);
  }
  if (turn !== undefined) await recordOwn(step, brain, turn);
}

/** A turn of the core that was asked for, where the default core is served instead. */
function spilledTurn(step: Step): { brain: Brain; turn: OpenTurn } | undefined {
  const { isSpilled, core } = step.target;
  if (!isSpilled || core === undefined || step.chance(0.5)) return undefined;
  const brain = step.account.brain(core, step.brain.user);
  const turn = step.pick(brain.turns);
  return turn === undefined ? undefined : { brain, turn };
}

async function recordOwn(step: Step, brain: Brain, turn: OpenTurn): Promise<void> {
  if (turn.answer !== null) {
    const isSame = step.chance(0.5);
    const answer = isSame ? turn.answer : "Another answer.";
    const reply = await step.send("POST", "/record", { turn_token: turn.token, answer });
    return isSame ? step.expect(reply, 200) : step.expect(reply, 409, "token_consumed");
  }
  const mark = step.world.markOf(brain);
  const answer = `Noted: ${mark}.`;
  brain.unsure = true;
  step.expect(await step.send("POST", "/record", { turn_token: turn.token, answer }), 200);
  turn.answer = answer;
  brain.recorded += 1;
  if (brain !== step.brain || step.target.mayOnlyRecord) {
    // It is not served now, so what became of it is seen later.
    brain.owed.add(mark);
    return;
  }
  const [newest] = (await list(step, "/memory?limit=1")).items;
  if (newest?.text.includes(mark) !== true) throw new Mismatch(`the record of ${mark} is not the newest memory`);
  const { input, session, kind } = turn;
  brain.items.set(newest.id, { mark, input, session, kind });
  step.world.marks.own(newest.id, brain.owner);
  brain.unsure = false;
}

async function list(step: Step, path: string): Promise<Listed> {
  const reply = await step.send("GET", path, undefined, { isNew: path.endsWith("limit=1") });
  step.expect(reply, 200);
  return reply.body as Listed;
}

async function verify(step: Step): Promise<void> {
  const brain = step.brainOrNull;
  const other = brain !== null && step.chance(0.3) ? step.otherBrain(({ turns }) => turns.length > 0) : undefined;
  if (other !== undefined) return useOther(step, "/verify", other);
  const turn_token = brain === null ? undefined : step.pick(brain.turns)?.token;
  const answer = "Your name is Zacharias, and the key does not hang behind a shelf.";
  const explain = isTold(step) ? true : undefined;
  const reply = await step.send("POST", "/verify", { answer, turn_token, explain });
  step.expect(reply, 200);
  const { sentences = [] } = reply.body as { sentences?: readonly { source_id: string | null }[] };
  checkIds(
    step,
    "the sentences",
    sentences.map(({ source_id }) => source_id),
  );
}

async function recall(step: Step): Promise<void> {
  const brain = step.brainOrNull;
  const query = brain === null ? INPUT : step.world.inputOf(brain, step.target.next);
  const limit = step.chance(0.5) ? 1_000 : undefined;
  const explain = step.caller.scope === "admin" && step.chance(0.2) ? true : undefined;
  const as_of = step.chance(0.2) ? "2100-01-01T00:00:00Z" : undefined;
  const kind = step.chance(0.3) ? step.pick(SHARED_KINDS) : undefined;
  const metadata = kind === undefined ? undefined : { kind };
  const told = isTold(step) ? { below: 20, mode: step.pick(["cosine", "hybrid"]) } : {};
  const reply = await step.send("POST", "/recall", { query, limit, explain, as_of, metadata, ...told });
  step.expect(reply, 200);
  const { sources, below = [] } = reply.body as { sources: Source[]; below?: readonly Source[] };
  checkIds(
    step,
    "the entries below",
    below.map(({ id }) => id),
  );
  checkSources(step, sources, kind === undefined ? query : "", limit ?? step.account.sourcesMax);
  const outside = sources.find(({ id }) => kind !== undefined && step.brain.items.get(id)?.kind !== kind);
  if (outside !== undefined) throw new Mismatch(`${outside.id} is not of the kind ${kind}`);
}

function listSome(step: Step): Promise<void> {
  return step.brainOrNull !== null && step.chance(0.4) ? listFiltered(step) : listAll(step);
}

/** Whole, or a page after another; with a cursor of another brain only what is its own comes back. */
async function listAll(step: Step): Promise<void> {
  const whole = step.chance(0.7);
  const limit = whole ? 1_000 : 5;
  const ids: string[] = [];
  let page = await list(step, `/memory?limit=${limit}`);
  for (;;) {
    ids.push(...page.items.map(({ id }) => id));
    if (page.next_cursor === null || ids.length > 40) break;
    page = await list(step, `/memory?limit=${limit}&cursor=${page.next_cursor}`);
  }
  const known = [...step.brain.items.keys()].reverse();
  step.same("memory", ids, page.next_cursor === null ? known : known.slice(0, ids.length));
  const items = (
    await list(
      step,
      `/memory?limit=50&cursor=${Buffer.from(`s${1 + Math.floor(step.target.next() * 500)}`).toString("base64url")}`,
    )
  ).items;
  if (items.some(({ id }) => !step.brain.items.has(id))) throw new Mismatch("a page of the memory holds another's");
}

async function one(step: Step, method: "GET" | "DELETE"): Promise<void> {
  const brain = step.brainOrNull;
  const ask = (id: string) => [method, `/memory/${id}`] as const;
  const other = brain === null || step.chance(0.5) ? step.otherBrain(({ items }) => items.size > 0) : undefined;
  const foreign = other === undefined ? undefined : step.pick([...other.items.keys()]);
  if (foreign !== undefined && brain?.items.has(foreign) !== true)
    return step.pair(foreign, step.never("mem_", 22), ask, [404, "memory_not_found"]);
  const id = brain === null ? undefined : step.pick([...brain.items.keys()]);
  if (id === undefined || brain === null) {
    return step.expect(await step.send(...ask(step.never("mem_", 22))), 404, "memory_not_found");
  }
  if (method === "DELETE") {
    brain.doomed = new Set([id]);
    brain.unsure = true;
  }
  const reply = await step.send(...ask(id));
  step.expect(reply, 200);
  const mark = brain.items.get(id)?.mark ?? null;
  if (method === "DELETE") {
    brain.items.delete(id);
    brain.doomed = new Set();
    brain.unsure = false;
  } else if (mark !== null && !reply.text.toLowerCase().includes(mark))
    throw new Mismatch(`${id} lacks its mark ${mark}`);
}

async function forget(step: Step): Promise<void> {
  const brain = step.brainOrNull;
  if (brain !== null) {
    brain.doomed = "all";
    brain.unsure = true;
  }
  const reply = await step.send("DELETE", "/memory");
  step.expect(reply, 200);
  const told = reply.body as { packets: number; lessons: number };
  step.same("what was erased", [told.packets], [step.brain.items.size]);
  step.sameLessons("what was erased", told.lessons, [step.brain]);
  step.world.erased(step.brain);
  step.brain.doomed = new Set();
  step.brain.unsure = false;
}

async function metrics(step: Step): Promise<void> {
  const reply = await step.send("GET", "/metrics");
  step.expect(reply, 200);
  const told = reply.body as { turns: number; memory_size: number; lessons: number };
  const { recorded, items, lessons } = step.brain;
  step.same("metrics", [told.turns, told.memory_size, told.lessons], [recorded, items.size, lessons.size]);
}

/** What a model is given is of this brain, whatever named it: headers, or the key. */
async function mcp(step: Step): Promise<void> {
  const brain = step.brainOrNull;
  const query = brain === null ? INPUT : step.world.inputOf(brain, step.target.next);
  const { sources } = (await step.callTool("recall", { query })) as { sources: Source[] };
  checkSources(step, sources, query, step.account.sourcesMax);
}

const common = { access: "agent", reach: "brain" } as const;

export const TURN_OPERATIONS: readonly Operation[] = [
  { ...common, id: "prepareTurn", weight: 8, run: prepare },
  { ...common, id: "recordTurn", weight: 13, run: record },
  { ...common, id: "verifyAnswer", weight: 5, run: verify },
  { ...common, id: "recallMemory", weight: 6, run: recall },
  { ...common, id: "answerMcp", weight: 4, run: mcp },
  { ...common, id: "listMemory", weight: 12, run: listSome },
  { ...common, id: "getMemory", weight: 18, run: (step) => one(step, "GET") },
  { ...common, id: "forgetMemory", weight: 3, run: (step) => one(step, "DELETE") },
  { ...common, id: "forgetBrain", weight: 0.3, run: forget },
  { ...common, id: "getMetrics", weight: 12, run: metrics },
];
