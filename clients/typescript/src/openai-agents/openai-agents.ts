// `memoryd-client/openai-agents`: memory for runs of the OpenAI Agents SDK. A run is a turn.
import type { AgentInputItem, CallModelInputFilter, Session } from "@openai/agents";
import type { Body } from "../api-types.ts";
import type { MemorydClient } from "../client.ts";
import { MemorydError } from "../errors.ts";
import { allOf } from "../pages.ts";
import type { StartedTurn } from "../start-turn.ts";
import { assistantText, goesOn, itemsOf, lastUserText, userText } from "./items.ts";

export { memoryTools } from "./memory-tools.ts";

export interface MemorydSessionOptions {
  readonly client: MemorydClient;
  /** Your name of the conversation, 1 to 128 characters. */
  readonly session: string;
  /** The end user whose memory it is; absent: the client's. */
  readonly user?: string | undefined;
  /** How many turns of earlier processes the model is shown, the newest. Default: 50. */
  readonly turnsMax?: number | undefined;
  /** What else every `/prepare` is told, such as `constitution`. */
  readonly prepare?: Omit<Body<"prepareTurn">, "input" | "session"> | undefined;
  /** Told where the stored turns could not be read, and the run goes on without them. */
  readonly onUnavailable?: ((error: MemorydError) => void) | undefined;
}

const TURNS_MAX = 50;

interface Running {
  readonly input: string;
  readonly turn: StartedTurn;
}

/**
 * `run(agent, input, { session, callModelInputFilter: session.addBrief })`: the filter puts the brief behind the
 * instructions of each call of the model, and the session records the run's final text. Without the filter the
 * conversation is remembered all the same, and no brief is given.
 *
 * Of earlier processes the session shows what was said and answered; calls of tools are shown as long as this object
 * lives. One object is for one conversation, whose runs follow one another.
 */
export class MemorydSession implements Session {
  readonly #client: MemorydClient;
  readonly #options: MemorydSessionOptions;
  /** Of earlier processes; null: not read yet. */
  #stored: AgentInputItem[] | null = null;
  readonly #items: AgentInputItem[] = [];
  #running: Running | null = null;
  #input = "";
  #answer = "";

  constructor(options: MemorydSessionOptions) {
    this.#options = options;
    this.#client = options.user === undefined ? options.client : options.client.forUser(options.user);
  }

  /** Throws `gated` where the constitution stops the turn. */
  readonly addBrief: CallModelInputFilter = async ({ modelData }) => {
    const input = lastUserText(modelData.input);
    if (input.trim() === "") return modelData;
    const { turn } = await this.#turnOf(input);
    if (!turn.allowed) throw new MemorydError("gated", turn.reason ?? "The turn is gated.");
    const instructions = [modelData.instructions ?? "", turn.brief].filter((text) => text !== "").join("\n\n");
    return { ...modelData, instructions };
  };

  async getSessionId(): Promise<string> {
    return this.#options.session;
  }

  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const items = [...(await this.#readStored()), ...this.#items];
    return structuredClone(limit === undefined ? items : items.slice(Math.max(0, items.length - limit)));
  }

  /** Records the turn behind the reply when its final text is there. */
  async addItems(items: AgentInputItem[]): Promise<void> {
    // Before this turn is stored: it would be shown twice otherwise.
    await this.#readStored();
    for (const item of items) {
      this.#items.push(structuredClone(item));
      this.#input = userText(item) || this.#input;
      this.#answer = goesOn(item) ? "" : assistantText(item) || this.#answer;
    }
    const [input, answer] = [this.#input, this.#answer];
    if (input === "" || answer === "") return;
    const { turn } = await this.#turnOf(input);
    await turn.record(answer);
    // What could not be read until now would show this turn a second time.
    this.#stored ??= [];
    this.#running = null;
    this.#input = "";
    this.#answer = "";
  }

  /** Takes the newest item away; with the text of a stored turn the turn is forgotten. */
  async popItem(): Promise<AgentInputItem | undefined> {
    const stored = await this.#readStored();
    const item = this.#items.pop() ?? stored.pop();
    if (item === undefined) return undefined;
    const [asked, answered] = [userText(item), assistantText(item)];
    await this.#client.flush();
    const turns = await allOf(this.#client.sessions.eachTurn(this.#options.session, { limit: 1_000 }));
    const turn = turns.findLast(({ input, answer }) =>
      answered === "" ? input === asked && answer === "" : answer === answered,
    );
    if (turn !== undefined) await this.#client.memory.forget(turn.id);
    return item;
  }

  /** Forgets every turn of the conversation. */
  async clearSession(): Promise<void> {
    await this.#client.flush();
    const turns = await allOf(this.#client.sessions.eachTurn(this.#options.session, { limit: 1_000 }));
    for (const { id } of turns) await this.#client.memory.forget(id);
    this.#stored = [];
    this.#items.length = 0;
    this.#running = null;
    this.#input = "";
    this.#answer = "";
  }

  /** All calls of the model that answer one input are one turn. */
  async #turnOf(input: string): Promise<Running> {
    if (this.#running?.input !== input) {
      const { session, prepare } = this.#options;
      this.#running = { input, turn: await this.#client.startTurn({ ...prepare, session, input }) };
    }
    return this.#running;
  }

  async #readStored(): Promise<AgentInputItem[]> {
    if (this.#stored !== null) return this.#stored;
    const { session, turnsMax = TURNS_MAX, onUnavailable } = this.#options;
    try {
      const newest: AgentInputItem[][] = [];
      for await (const turn of this.#client.sessions.eachTurn(session, { limit: 1_000 })) {
        newest.push(itemsOf(turn));
        if (newest.length > turnsMax) newest.shift();
      }
      this.#stored = newest.flat();
      return this.#stored;
    } catch (error) {
      if (!(error instanceof MemorydError) || !error.isTransient) throw error;
      if (onUnavailable === undefined) console.warn(`memoryd-client: a session was not read: ${error.message}`);
      else onUnavailable(error);
      return [];
    }
  }
}
