// Standing rules and learning of one brain, as the oracle plays them.
import type { Operation } from "./operation.ts";
import type { Ask, Step } from "./step.ts";
import { Mismatch } from "./wire.ts";

interface Lesson {
  readonly id: string;
  readonly response_text: string;
  readonly source_link: readonly string[];
}

interface Plan {
  readonly synthesis_token: string | null;
  readonly packets_scanned: number;
  readonly clusters: readonly { readonly id: string; readonly n_sources: number }[];
}

async function lessonsOf(step: Step): Promise<readonly Lesson[]> {
  const reply = await step.send("GET", "/lessons?limit=1000");
  step.expect(reply, 200);
  const page = reply.body as { user_id: string; core: string; lessons: Lesson[] };
  step.same("the brain of the lessons", [page.user_id, page.core], [step.brain.label, step.brain.core]);
  return page.lessons;
}

async function list(step: Step): Promise<void> {
  const lessons = await lessonsOf(step);
  step.same(
    "lessons",
    lessons.map(({ id }) => id),
    [...step.brain.lessons.keys()].reverse(),
  );
}

/**
 * What a pass made or ended is told by the lists alone; every word of them must be this brain's, which `send` looks after.
 * What other brains' passes may have taken away has been looked for just before.
 */
async function adopt(step: Step): Promise<void> {
  const { brain, world } = step;
  // Their ids are new, so the list is read as nobody's first.
  const reply = await step.send("GET", "/lessons?limit=1000", undefined, { isNew: true });
  const { lessons } = reply.body as { lessons: Lesson[] };
  // What they replaced names them.
  for (const { id } of lessons) world.marks.own(id, brain.owner);
  await step.send("GET", "/lessons?superseded=true&limit=1000");
  brain.endedLessons += [...brain.lessons.keys()].filter((id) => !lessons.some((lesson) => lesson.id === id)).length;
  brain.lessons = new Map(lessons.toReversed().map(({ id, response_text }) => [id, response_text]));
  await list(step);
}

async function add(step: Step): Promise<void> {
  const brain = step.brainOrNull;
  const text = `Always say ${brain === null ? "something" : step.world.markOf(brain)} when asked for the shelf.`;
  if (brain !== null) brain.unsure = true;
  const reply = await step.send("POST", "/lessons", { text }, { isNew: true });
  step.expect(reply, 201);
  const { id } = reply.body as Lesson;
  step.world.marks.own(id, step.brain.owner);
  step.brain.lessons.set(id, text);
  step.brain.exists = true;
  step.brain.unsure = false;
}

async function change(step: Step, method: "PATCH" | "DELETE"): Promise<void> {
  const brain = step.brainOrNull;
  const text = `Never mention ${brain === null ? "it" : step.world.markOf(brain)} at the window.`;
  const ask = (id: string): Ask => [method, `/lessons/${id}`, method === "PATCH" ? { text } : undefined] as const;
  const other = brain === null || step.chance(0.5) ? step.otherBrain(({ lessons }) => lessons.size > 0) : undefined;
  const foreign = other === undefined ? undefined : step.pick([...other.lessons.keys()]);
  if (foreign !== undefined && brain?.lessons.has(foreign) !== true)
    return step.pair(foreign, step.never("les_", 22), ask, [404, "lesson_not_found"]);
  const id = brain === null ? undefined : step.pick([...brain.lessons.keys()]);
  if (id === undefined || brain === null)
    return step.expect(await step.send(...ask(step.never("les_", 22))), 404, "lesson_not_found");
  if (method === "DELETE") brain.doomed = new Set([id]);
  brain.unsure = true;
  step.expect(await step.send(...ask(id)), 200);
  if (method === "DELETE") brain.lessons.delete(id);
  else brain.lessons.set(id, text);
  brain.doomed = new Set();
  brain.unsure = false;
}

async function plan(step: Step): Promise<void> {
  const reply = await step.send("POST", "/synthesize/prepare", undefined, { isNew: true });
  step.expect(reply, 200);
  const made = reply.body as Plan;
  const { items } = step.brain;
  if (made.packets_scanned > items.size || made.clusters.some(({ n_sources }) => n_sources > items.size))
    throw new Mismatch(`a plan scanned ${made.packets_scanned} of ${items.size} packets`);
  if (made.synthesis_token === null) return;
  step.world.marks.own(made.synthesis_token, step.brain.owner);
  step.brain.plans.push({ token: made.synthesis_token, clusters: made.clusters.map(({ id }) => id) });
  if (step.brain.plans.length > 5) step.brain.plans.shift();
}

async function recordPlan(step: Step): Promise<void> {
  const brain = step.brainOrNull;
  const other = brain !== null && step.chance(0.4) ? step.otherBrain(({ plans }) => plans.length > 0) : undefined;
  const foreign = other === undefined ? undefined : step.pick(other.plans);
  const ask = (synthesis_token: string) => ["POST", "/synthesize/record", { synthesis_token, lessons: [] }] as const;
  const never = step.never("syn_", 43);
  if (other !== undefined && foreign !== undefined) {
    const { caller } = step;
    const isReached =
      caller.account === other.account &&
      (caller.core === null || caller.core === other.core) &&
      (caller.user === null || caller.user === other.user);
    if (!isReached) return step.pair(foreign.token, never, ask, [404, "token_not_found"]);
    await other.lock.aloneNow(async () => {
      if (!other.plans.includes(foreign) || other.unsure) return;
      step.expect(await step.send(...ask(foreign.token)), 409, "token_other_brain");
    });
    return;
  }
  const own = brain === null ? undefined : step.pick(brain.plans);
  if (brain === null || own === undefined) {
    return step.expect(await step.send(...ask(never)), 404, "token_not_found");
  }
  const lessons = own.clusters.map((cluster_id) => ({
    cluster_id,
    text: step.chance(0.3) ? null : `Use the word ${step.world.markOf(brain)} for the shelf.`,
  }));
  brain.plans = brain.plans.filter((each) => each !== own);
  await list(step);
  brain.unsure = true;
  brain.learns = true;
  const reply = await step.send("POST", "/synthesize/record", { synthesis_token: own.token, lessons });
  // A pass over the same packets may have come before it.
  if (reply.status !== 409) step.expect(reply, 200);
  await adopt(step);
  brain.learns = false;
  brain.unsure = false;
}

async function sync(step: Step): Promise<void> {
  const brain = step.brainOrNull;
  if (step.caller.scope === "admin" && step.chance(0.3)) {
    const dry = await step.send("POST", "/sync", { dry_run: true });
    step.expect(dry, 200);
    const { would_learn } = dry.body as { would_learn: readonly { source_ids: readonly string[] }[] };
    const stranger = would_learn.flatMap(({ source_ids }) => source_ids).find((id) => brain?.items.has(id) !== true);
    if (stranger !== undefined) throw new Mismatch(`a dry run would learn from ${stranger}, which is another's`);
  }
  if (brain !== null) {
    await list(step);
    brain.unsure = true;
    brain.learns = true;
  }
  const reply = await step.send("POST", "/sync", undefined, { isNew: true });
  step.expect(reply, 200);
  await adopt(step);
  step.brain.learns = false;
  step.brain.unsure = false;
}

const admin = { access: "admin", reach: "brain" } as const;

export const LESSON_OPERATIONS: readonly Operation[] = [
  { id: "listLessons", access: "agent", reach: "brain", weight: 12, run: list },
  { ...admin, id: "addLesson", weight: 3, run: add },
  { ...admin, id: "rewordLesson", weight: 3, run: (step) => change(step, "PATCH") },
  { ...admin, id: "removeLesson", weight: 2, run: (step) => change(step, "DELETE") },
  { ...admin, id: "prepareSynthesis", weight: 2, run: plan },
  { ...admin, id: "recordSynthesis", weight: 3, run: recordPlan },
  { id: "syncBrain", access: "agent", reach: "brain", weight: 1, run: sync },
];
