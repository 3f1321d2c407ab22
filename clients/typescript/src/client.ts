// The client: one object for a brain, and others of the same kind for other users and cores.
import { adminMethods } from "./admin-methods.ts";
import type { Body } from "./api-types.ts";
import type { MemorydError } from "./errors.ts";
import { healthMethods } from "./health-methods.ts";
import { coreMethods, lessonMethods, memoryMethods, sessionMethods, synthesisMethods } from "./memory-methods.ts";
import { type CallOptions, type ClientOptions, checkCore, checkUser, readOptions, type Settings } from "./options.ts";
import { createRecordQueue, type RecordQueue } from "./record-queue.ts";
import { continueTurn, type StartedTurn, startTurn } from "./start-turn.ts";
import { type BrainSelection, createTransport } from "./transport.ts";
import { turnMethods } from "./turn-methods.ts";

export interface MemorydClient extends ReturnType<typeof turnMethods> {
  readonly memory: ReturnType<typeof memoryMethods>;
  readonly sessions: ReturnType<typeof sessionMethods>;
  readonly lessons: ReturnType<typeof lessonMethods>;
  readonly synthesis: ReturnType<typeof synthesisMethods>;
  readonly cores: ReturnType<typeof coreMethods>;
  readonly admin: ReturnType<typeof adminMethods>;
  readonly health: ReturnType<typeof healthMethods>;
  /** The user and the core that this client selects; undefined where it names none. */
  readonly user: string | undefined;
  readonly core: string | undefined;
  /** A client for another end user, which shares all else with this one. Throws `bad_option`. */
  forUser(user: string): MemorydClient;
  /** A client for another core, which shares all else with this one. Throws `bad_option`. */
  forCore(core: string): MemorydClient;
  /** A turn that goes on without memory where the service does not serve; throws what no waiting mends. */
  startTurn(turn: Body<"prepareTurn">, options?: CallOptions): Promise<StartedTurn>;
  /** The end of a turn that was prepared elsewhere, in another process perhaps. */
  continueTurn(turnToken: string): Pick<StartedTurn, "verify" | "record">;
  /**
   * Waits for what is recorded in the background, of this client and of all that were made from it, up to `timeoutMs`
   * (default: the client's). Gives how many turns still wait.
   */
  flush(timeoutMs?: number): Promise<number>;
  /** `flush`; what still waits then is told to `onRecordFailed`. Nothing is recorded in the background afterwards. */
  close(timeoutMs?: number): Promise<number>;
}

/** A reply that waits for its turn to be recorded waits no longer than this: 5 s. */
const FIRST_RECORD_MS = 5_000;

/** What clients for all users and cores share. */
interface Shared {
  readonly settings: Settings;
  readonly queue: RecordQueue;
  readonly onUnavailable: (error: MemorydError, during: "prepare" | "verify") => void;
}

/** Sends nothing yet. Throws `bad_option`. */
export function createClient(options: ClientOptions): MemorydClient {
  const onUnavailable = options.onUnavailable ?? ((error, during) => warn(`${during} went without memory`, error));
  const onFailed = options.onRecordFailed ?? ((error) => warn("a turn was not recorded", error));
  const shared = { settings: readOptions(options), queue: createRecordQueue({ onFailed }), onUnavailable };
  const user = options.user === undefined ? undefined : checkUser(options.user);
  const core = options.core === undefined ? undefined : checkCore(options.core);
  return clientOf(shared, { user, core });
}

/** Nobody asked to be told, but what is lost in silence is looked for in vain. */
function warn(what: string, error: MemorydError): void {
  console.warn(`memoryd-client: ${what}: ${error.message}`);
}

function clientOf(shared: Shared, brain: BrainSelection): MemorydClient {
  const { settings, queue, onUnavailable } = shared;
  const transport = createTransport(settings, brain);
  const calls = turnMethods(transport);
  const recordSafely = (turnToken: string, answer: string) => {
    const turn = { turnToken, answer, user: brain.user ?? null, core: brain.core ?? null };
    const { timeoutMs } = settings;
    return queue.add(turn, (isFirst) =>
      calls.record(
        { turn_token: turnToken, answer },
        { retries: 0, timeoutMs: isFirst ? Math.min(FIRST_RECORD_MS, timeoutMs) : timeoutMs },
      ),
    );
  };
  const deps = { calls, recordSafely, onUnavailable };
  return {
    ...calls,
    memory: memoryMethods(transport),
    sessions: sessionMethods(transport),
    lessons: lessonMethods(transport),
    synthesis: synthesisMethods(transport),
    cores: coreMethods(transport),
    admin: adminMethods(transport, settings.url),
    health: healthMethods(transport),
    user: brain.user,
    core: brain.core,
    forUser: (user) => clientOf(shared, { ...brain, user: checkUser(user) }),
    forCore: (core) => clientOf(shared, { ...brain, core: checkCore(core) }),
    startTurn: (turn, options) => startTurn(deps, turn, options),
    continueTurn: (turnToken) => continueTurn(deps, turnToken),
    flush: (timeoutMs = settings.timeoutMs) => queue.flush(timeoutMs),
    close: (timeoutMs = settings.timeoutMs) => queue.close(timeoutMs),
  };
}

export type {
  Answer,
  Body,
  ExportLine,
  Item,
  Lesson,
  MemoryDetail,
  MemoryItem,
  Message,
  Metadata,
  Operation,
  Profile,
  Query,
  Source,
  Turn,
  Verdict,
} from "./api-types.ts";
export { type ClientErrorCode, type ErrorDetails, MemorydError } from "./errors.ts";
export type { CallOptions, ClientOptions, PendingRecord } from "./options.ts";
export type { StartedTurn } from "./start-turn.ts";
