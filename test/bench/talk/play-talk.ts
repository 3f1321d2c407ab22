// Plays one talk through the interface, and tells which of its expectations do not hold.
import type { RunningExecutable } from "../start-executable.ts";

/** Expressions, without regard to case, over a text. */
interface Wanted {
  readonly must?: readonly string[];
  readonly must_not?: readonly string[];
}

interface WantedSources extends Wanted {
  /** A source of this text names what replaced it. */
  readonly outdated?: readonly string[];
  /** A source of this text is there, and names none. */
  readonly current?: readonly string[];
  /** The first source has this text. */
  readonly first?: string;
  readonly empty?: boolean;
}

/** One of: a turn; a pass; what the rules, the profile or a turn's brief should hold; an answer that is verified. */
interface Step {
  readonly user?: string;
  readonly answer?: string;
  readonly session?: string;
  readonly at?: string;
  readonly sync?: boolean;
  readonly lessons?: Wanted;
  readonly profile?: Wanted;
  readonly prepare?: string;
  readonly brief?: Wanted;
  readonly rules?: Wanted;
  readonly sources?: WantedSources;
  readonly question?: string;
  readonly verify?: string;
  readonly ok?: boolean;
}

export interface CheckedTalk {
  readonly id: string;
  /** What its user would expect. */
  readonly says?: string;
  readonly steps: readonly Step[];
}

export interface Outcome {
  readonly id: string;
  readonly checks: number;
  readonly broken: readonly string[];
}

interface Source {
  readonly text: string;
  readonly superseded_by?: string;
}

interface Turn {
  readonly messages: readonly { readonly content: string }[];
  readonly sources: readonly Source[];
  readonly turn_token: string;
}

export async function playTalk(service: RunningExecutable, part: string, talk: CheckedTalk): Promise<Outcome> {
  const player = new TalkPlayer(service, `${part}-${talk.id}`);
  for (const step of talk.steps) await player.take(step);
  return { id: talk.id, checks: player.checks, broken: player.broken };
}

class TalkPlayer {
  checks = 0;
  readonly broken: string[] = [];

  constructor(
    private readonly service: RunningExecutable,
    private readonly user: string,
  ) {}

  async take(step: Step): Promise<void> {
    const { session, at } = step;
    const place = { ...(session === undefined ? {} : { session }), ...(at === undefined ? {} : { occurred_at: at }) };
    if (step.user !== undefined) {
      const { turn_token } = await this.#ask<Turn>("POST", "/prepare", { input: step.user, ...place });
      await this.#ask("POST", "/record", { turn_token, answer: step.answer });
    } else if (step.sync === true) await this.#ask("POST", "/sync");
    else if (step.lessons !== undefined) {
      const { lessons } = await this.#ask<{ lessons: { response_text: string }[] }>("GET", "/lessons?limit=200");
      this.#texts("rules", step.lessons, lessons.map((lesson) => lesson.response_text).join("\n"));
    } else if (step.profile !== undefined) {
      this.#texts("profile", step.profile, JSON.stringify(await this.#ask("GET", "/profile")));
    } else if (step.prepare !== undefined) {
      this.#turn(step, await this.#ask<Turn>("POST", "/prepare", { input: step.prepare, ...place }));
    } else await this.#verify(step, place);
  }

  #turn({ prepare, brief, rules, sources }: Step, turn: Turn): void {
    const text = turn.messages[0]?.content ?? "";
    this.#texts(`brief of ${prepare}`, brief, text);
    const [, standing = ""] = text.split("## Standing rules\n");
    this.#texts(`rules of ${prepare}`, rules, standing.split("\n## ", 1)[0]!);
    const shown = turn.sources;
    const having = (pattern: string) => shown.filter((source) => has(pattern, source.text));
    const all = shown.map((source) => source.text).join("\n");
    this.#texts(`sources of ${prepare}`, sources, all);
    for (const pattern of sources?.outdated ?? []) {
      const isMarked = having(pattern).some((source) => source.superseded_by !== undefined);
      this.#check(having(pattern).length === 0 || isMarked, `${prepare}: not outdated: ${pattern}`);
    }
    for (const pattern of sources?.current ?? []) {
      const stands = having(pattern).some((source) => source.superseded_by === undefined);
      this.#check(stands, `${prepare}: nothing current: ${pattern}`);
    }
    const first = sources?.first;
    if (first !== undefined) this.#check(has(first, shown[0]?.text ?? ""), `${prepare}: not first: ${first}`);
    if (sources?.empty === true) this.#check(shown.length === 0, `${prepare}: ${shown.length} sources`);
  }

  async #verify({ question, verify, ok }: Step, place: object): Promise<void> {
    const asked =
      question === undefined ? null : await this.#ask<Turn>("POST", "/prepare", { input: question, ...place });
    const turn = asked === null ? {} : { turn_token: asked.turn_token };
    const verdict = await this.#ask<{ ok: boolean; reason: string }>("POST", "/verify", { answer: verify, ...turn });
    this.#check(verdict.ok === ok, `${question}: ${verify}: ${verdict.reason}`);
  }

  #texts(what: string, { must = [], must_not: mustNot = [] }: Wanted = {}, text: string): void {
    for (const pattern of must) this.#check(has(pattern, text), `${what}: missing ${pattern}`);
    for (const pattern of mustNot) this.#check(!has(pattern, text), `${what}: has ${pattern}`);
  }

  #check(holds: boolean, fault: string): void {
    this.checks++;
    if (!holds) this.broken.push(fault);
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<T> {
    const { url, adminKey } = this.service;
    const headers = { "X-API-Key": adminKey, "X-Memory-User": this.user, "Content-Type": "application/json" };
    const asked = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(url + path, asked);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<T>;
  }
}

function has(pattern: string, text: string): boolean {
  return new RegExp(pattern, "isu").test(text);
}
