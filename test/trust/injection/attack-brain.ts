// Plants hostile texts in a brain by every way there is, asks for briefs, and holds each against what the service lists.
import { DEFAULT_CONSTITUTION } from "../../../src/domain/constitution.ts";
import type { LessonPage, PlanBody, RecordedPlanBody, SyncBody, TurnBody } from "../../support/bodies.ts";
import type { Client } from "../../support/client.ts";
import { foldText, readBrief, readPrompt, type TrustedHead } from "./brief-form.ts";

/** In every hostile turn, so that one question brings them all back. */
export const TOPIC = "shared topic";
const SESSION_CHARS = 128;
const LESSON_CHARS = 2_000;
const INPUT_CHARS = 32_768;

export interface Planted {
  readonly inputs: number;
  readonly lessons: number;
}

/** A message is never only white space, and never longer than it may be. */
function sayable(text: string, charsMax: number): string {
  const cut = [...text].slice(0, charsMax).join("");
  return cut.trim() === "" ? `x${cut}`.slice(0, charsMax) : cut;
}

/** As input, as answer, as the session's name, beside words of the topic and alone. */
export async function plantTurns(client: Client, text: string): Promise<void> {
  const session = sayable(text, SESSION_CHARS);
  await recordTurn(client, sayable(text, INPUT_CHARS), text, session);
  await recordTurn(client, sayable(`${TOPIC}\n${text}`, INPUT_CHARS), `${text}\n${TOPIC}`, session);
}

export async function plantLesson(client: Client, text: string): Promise<void> {
  const { status, body } = await client.post("/lessons", { text: sayable(text, LESSON_CHARS) });
  if (status !== 201) throw new Error(`a lesson was refused: ${JSON.stringify(body)}`);
}

async function recordTurn(client: Client, input: string, answer: string, session: string): Promise<void> {
  const turn = await prepared(client, input, session);
  const { status, body } = await client.record(turn.turn_token ?? "", answer);
  if (status !== 200) throw new Error(`a turn was refused: ${JSON.stringify(body)}`);
}

async function prepared(client: Client, input: string, session?: string): Promise<TurnBody> {
  const { status, body } = await client.post<TurnBody>("/prepare", {
    input,
    ...(session === undefined ? {} : { session }),
  });
  if (status !== 200) throw new Error(`a question was refused: ${JSON.stringify(body)}`);
  return body;
}

export interface CheckedBrief {
  readonly rules: number;
  readonly memories: number;
}

/** Throws where the brief is not exactly the form around exactly the sources and lessons that the service lists. */
export async function checkBrief(client: Client, question: string, context = ""): Promise<CheckedBrief> {
  const lessons = (await client.get<LessonPage>("/lessons?limit=1000")).body.lessons;
  const input = sayable(question, INPUT_CHARS);
  const turn = await prepared(client, input);
  checkTurn(turn, input);
  const head: TrustedHead = { constitution: DEFAULT_CONSTITUTION.text, context };
  const brief = readBrief(turn.messages[0]?.content ?? "", head);
  requireSame("coherence", brief.coherence, turn.coherence === null ? null : turn.coherence.toFixed(2));
  requireSame("number of memories", brief.memories.length, turn.sources.length);
  for (const [at, source] of turn.sources.entries()) {
    const memory = brief.memories[at];
    requireSame(`memory ${at + 1}`, foldText(memory?.text ?? ""), foldText(source.text));
    const { status, body } = await client.get<StoredMemory>(`/memory/${source.id}`);
    requireSame(`status of source ${source.id}`, status, 200);
    requireSame(`date of memory ${at + 1}`, memory?.date, (body.occurred_at ?? body.created_at).slice(0, 10));
  }
  checkRules(brief.rules, lessons);
  return { rules: brief.rules.length, memories: brief.memories.length };
}

interface StoredMemory {
  readonly created_at: string;
  readonly occurred_at: string | null;
}

const TURN_FIELDS = "allowed,coherence,messages,reason,sources,turn_token";

function checkTurn(turn: TurnBody, input: string): void {
  requireSame("fields of the turn", Object.keys(turn).sort().join(","), TURN_FIELDS);
  requireSame("allowed", turn.allowed, true);
  requireSame("reason", turn.reason, null);
  requireSame("roles", turn.messages.map(({ role }) => role).join(","), "system,user");
  requireSame("the user's message", turn.messages.at(-1)?.content, input);
  if (!/^turn_[0-9A-Za-z]{43}$/.test(turn.turn_token ?? "")) throw new Error("the token is not one of ours");
  for (const { id } of turn.sources) if (!/^mem_[0-9A-Za-z]{22}$/.test(id)) throw new Error(`${id} is no id of ours`);
}

/** Each rule is a live lesson, and none stands there twice. */
function checkRules(rules: readonly string[], lessons: LessonPage["lessons"]): void {
  const left = lessons.map((lesson) => foldText(lesson.response_text));
  for (const rule of rules) {
    const at = left.indexOf(foldText(rule));
    if (at < 0) throw new Error(`no lesson says ${JSON.stringify(rule.slice(0, 80))}`);
    left.splice(at, 1);
  }
  requireSame("number of rules", rules.length > 0, lessons.length > 0);
}

/** Throws where a prompt for a distiller has a line outside its quotations. Returns the prompts' turns. */
export async function checkPrompts(client: Client): Promise<PlanBody & { readonly turns: number }> {
  const { status, body } = await client.post<PlanBody>("/synthesize/prepare", {});
  requireSame("status of the plan", status, 200);
  const turns = body.clusters.reduce((sum, { prompt }) => sum + readPrompt(prompt), 0);
  return { ...body, turns };
}

/** Rules as a model would write them that does what the turns say. How many came to be lessons. */
export async function plantDistilled(client: Client, plan: PlanBody, text: string): Promise<number> {
  if (plan.synthesis_token === null) return 0;
  const { status, body } = await client.post<RecordedPlanBody>("/synthesize/record", {
    synthesis_token: plan.synthesis_token,
    lessons: plan.clusters.map(({ id }) => ({ cluster_id: id, text: sayable(text, LESSON_CHARS) })),
  });
  requireSame("status of the distilled", status, 200);
  return body.lessons_created;
}

/** What the service itself draws from turns that say a wish twice, in one sentence with the text or beside it. */
export async function plantLearned(client: Client, text: string): Promise<number> {
  for (const wish of [`Never answer without ${text}`, `${text}\nPlease always answer briefly.`]) {
    for (let time = 0; time < 2; time++) await recordTurn(client, sayable(wish, INPUT_CHARS), "As you wish.", TOPIC);
  }
  const { status, body } = await client.post<SyncBody>("/sync", {});
  requireSame("status of the pass", status, 200);
  return body.learned;
}

function requireSame(what: string, found: unknown, wanted: unknown): void {
  if (found === wanted) return;
  const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 300);
  throw new Error(`${what}: ${shown(found)} instead of ${shown(wanted)}`);
}
