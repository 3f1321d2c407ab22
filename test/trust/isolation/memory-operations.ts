// Memory written and changed without a turn, and what is filtered and summed up of it, as the oracle plays them.
import type { Operation } from "./operation.ts";
import type { Step } from "./step.ts";
import { Mismatch } from "./wire.ts";
import { type Brain, type Kept, SHARED_KINDS, SHARED_SESSIONS } from "./world.ts";

interface Detail {
  readonly id: string;
  readonly text: string;
  readonly session: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A new mark, in the answer and in the metadata. */
function newTexts(step: Step, brain: Brain) {
  const mark = step.world.markOf(brain);
  const kind = step.pick([null, ...SHARED_KINDS]) ?? null;
  const metadata = { ...(kind === null ? {} : { kind }), [mark]: true, shop: `of ${mark}` };
  return {
    mark,
    kind,
    body: { input: step.world.inputOf(brain, step.target.next), answer: `Noted: ${mark}.`, metadata },
  };
}

async function add(step: Step): Promise<void> {
  const brain = step.brainOrNull;
  if (brain === null) {
    await step.send("POST", "/memory", { input: "The shelf." });
    return;
  }
  const { mark, kind, body } = newTexts(step, brain);
  const session = step.pick([null, ...SHARED_SESSIONS]) ?? null;
  brain.unsure = true;
  const reply = await step.send("POST", "/memory", { ...body, session }, { isNew: true });
  step.expect(reply, 201);
  const { id } = reply.body as Detail;
  step.world.marks.own(id, brain.owner);
  brain.items.set(id, { mark, isInAnswer: true, input: body.input, session, kind });
  brain.exists = true;
  brain.unsure = false;
}

async function change(step: Step): Promise<void> {
  const brain = step.brainOrNull;
  const ask = (id: string) => ["PATCH", `/memory/${id}`, { input: "The shelf.", metadata: { kind: "tea" } }] as const;
  const other = brain === null || step.chance(0.5) ? step.otherBrain(({ items }) => items.size > 0) : undefined;
  const foreign = other === undefined ? undefined : step.pick([...other.items.keys()]);
  if (foreign !== undefined && brain?.items.has(foreign) !== true)
    return step.pair(foreign, step.never("mem_", 22), ask, [404, "memory_not_found"]);
  const [id, item] = step.pick([...(brain?.items ?? [])]) ?? [];
  if (id === undefined || item === undefined || brain === null)
    return step.expect(await step.send(...ask(step.never("mem_", 22))), 404, "memory_not_found");
  const { mark, kind, body } = newTexts(step, brain);
  // Where the connection breaks, nobody knows which of both is there.
  brain.items.set(id, { ...item, mark: null, input: null });
  brain.unsure = true;
  const reply = await step.send("PATCH", `/memory/${id}`, body);
  step.expect(reply, 200);
  const { text, metadata } = reply.body as Detail;
  step.same("the change", [text, metadata], [`${body.input}\n${body.answer}`, body.metadata]);
  brain.items.set(id, { ...item, mark, isInAnswer: true, input: body.input, kind });
  // What the former input said may have taught a rule, and stands in other turns; what the answer said is nowhere now.
  if (item.isInAnswer === true && item.mark !== null) step.world.marks.retire([item.mark], brain.owner);
  brain.unsure = false;
}

/** What a filter lets through, newest first. */
function idsWhere({ brain }: Step, passes: (item: Kept) => boolean): string[] {
  return [...brain.items].flatMap(([id, item]) => (passes(item) ? [id] : [])).reverse();
}

const queryOf = (filter: Readonly<Record<string, string>>) => new URLSearchParams({ limit: "1000", ...filter });

/** By what all brains call alike, and by what only another brain says. */
export async function listFiltered(step: Step): Promise<void> {
  const session = step.pick(SHARED_SESSIONS) ?? "";
  const kind = step.pick(SHARED_KINDS) ?? "";
  const metadata = JSON.stringify({ kind });
  const ids = async (filter: Readonly<Record<string, string>>): Promise<string[]> => {
    const reply = await step.send("GET", `/memory?${queryOf(filter)}`);
    step.expect(reply, 200);
    return (reply.body as { items: Detail[] }).items.map((item) => item.id);
  };
  const of = (what: string) => `memory by ${what}`;
  step.same(
    of("session"),
    await ids({ session }),
    idsWhere(step, (item) => item.session === session),
  );
  step.same(
    of("metadata"),
    await ids({ metadata }),
    idsWhere(step, (item) => item.kind === kind),
  );
  const both = idsWhere(step, (item) => item.session === session && item.kind === kind);
  step.same(of("both"), await ids({ session, metadata, before: "2100-01-01T00:00:00Z" }), both);
  const own = step.pick([...step.brain.items].filter(([, { mark }]) => mark !== null));
  const found = own === undefined ? [] : await ids({ q: own[1].mark ?? "" });
  if (own !== undefined && !found.includes(own[0])) throw new Mismatch(`${own[0]} is not found by ${own[1].mark}`);
  const mark = step.pick([...(step.otherBrain(({ marks }) => marks.size > 0)?.marks ?? [])]);
  if (mark === undefined || step.brain.marks.has(mark)) return;
  for (const filter of [{ q: mark }, { metadata: JSON.stringify({ [mark]: true }) }, { session: mark }])
    step.same(of("another's word"), await ids(filter), []);
}

async function sessions(step: Step): Promise<void> {
  const reply = await step.send("GET", "/sessions?limit=1000");
  step.expect(reply, 200);
  const { items } = reply.body as { items: { name: string; turns: number }[] };
  const named = [...step.brain.items.values()].reverse().flatMap(({ session }) => session ?? []);
  const turns = (name: string) => named.filter((each) => each === name).length;
  const known = [...new Set(named)].map((name) => [name, turns(name)]);
  const found = items.map((each) => [each.name, each.turns]);
  step.same("sessions", found, known);
}

async function session(step: Step): Promise<void> {
  const name = step.pick(SHARED_SESSIONS) ?? "";
  const reply = await step.send("GET", `/sessions/${encodeURIComponent(name)}?limit=1000`);
  step.expect(reply, 200);
  const ids = (reply.body as { items: Detail[] }).items.map(({ id }) => id);
  step.same("the session", ids, idsWhere(step, (item) => item.session === name).reverse());
}

async function profile(step: Step): Promise<void> {
  const reply = await step.send("GET", "/profile");
  step.expect(reply, 200);
  const { counts, attributes, preferences } = reply.body as {
    counts: Readonly<Record<string, number>>;
    attributes: { source_id: string }[];
    preferences: { source_id: string }[];
  };
  const { recorded, items, lessons } = step.brain;
  const known = new Set([...items.values()].flatMap((item) => item.session ?? [])).size;
  const told = [counts.turns, counts.memory_size, counts.lessons, counts.sessions];
  step.same("the profile's counts", told, [recorded, items.size, lessons.size, known]);
  const stranger = [...attributes, ...preferences].find(({ source_id }) => !items.has(source_id));
  if (stranger !== undefined) throw new Mismatch(`the profile has it from ${stranger.source_id}`);
}

const common = { access: "agent", reach: "brain" } as const;

export const MEMORY_OPERATIONS: readonly Operation[] = [
  { ...common, id: "addMemory", weight: 7, run: add },
  { ...common, id: "changeMemory", weight: 6, run: change },
  { ...common, id: "listSessions", weight: 3, run: sessions },
  { ...common, id: "getSession", weight: 3, run: session },
  { ...common, id: "getProfile", weight: 3, run: profile },
];
