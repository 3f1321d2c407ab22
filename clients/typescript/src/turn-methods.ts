// The loop of a turn, and recall, as the API has them.
import type { Answer, Body } from "./api-types.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** Every method throws MemorydError, or the reason of an aborted signal. */
export function turnMethods({ send }: Transport) {
  return {
    /**
     * Builds the context of a turn. Where `allowed` is false, skip generation and show `reason`; otherwise give `messages`
     * to your model and `turn_token` to `record`. Not repeated where it may have reached the service.
     */
    prepare: (turn: Body<"prepareTurn">, options?: CallOptions) =>
      send<Answer<"prepareTurn">>({ method: "POST", path: "/prepare", body: turn }, options),

    /** Scores a draft answer; stores nothing. `ok` false: block it, or generate another. */
    verify: (draft: Body<"verifyAnswer">, options?: CallOptions) =>
      send<Answer<"verifyAnswer">>({ method: "POST", path: "/verify", body: draft, repeatable: true }, options),

    /** Stores the turn; it is on disk when this returns. The same token with the same answer may be sent again. */
    record: (turn: Body<"recordTurn">, options?: CallOptions) =>
      send<Answer<"recordTurn">>({ method: "POST", path: "/record", body: turn, repeatable: true }, options),

    /** The memory that a turn would be given, without a turn: no token, no counter. */
    recall: (question: Body<"recallMemory">, options?: CallOptions) =>
      send<Answer<"recallMemory">>({ method: "POST", path: "/recall", body: question, repeatable: true }, options),

    /** Runs a learning pass, and answers with the lessons that it made. */
    sync: (options?: CallOptions) => send<Answer<"syncBrain">>({ method: "POST", path: "/sync" }, options),

    /** What `sync` would learn now, in `would_learn`; nothing is learned. For admin keys. */
    previewSync: (options?: CallOptions) =>
      send<Answer<"syncBrain">>({ method: "POST", path: "/sync", body: { dry_run: true }, repeatable: true }, options),

    /** What is known of the user: name, occupation, standing rules, lasting preferences. */
    profile: (options?: CallOptions) => send<Answer<"getProfile">>({ method: "GET", path: "/profile" }, options),

    /** Turns, coherence, memory and lessons of the brain. */
    metrics: (options?: CallOptions) => send<Answer<"getMetrics">>({ method: "GET", path: "/metrics" }, options),
  };
}
