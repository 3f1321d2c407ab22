// The calls of the REST API that a benchmark makes, as a caller's own program would make them.

export interface Source {
  readonly id: string;
  readonly text: string;
}

/** A source of `/recall` with what an admin key is told of its place. */
export interface ExplainedSource extends Source {
  readonly cosine: number;
  readonly enteredBy: "similarity" | "words";
}

export const RETRIEVAL_MODES = ["cosine", "hybrid"] as const;
export type RetrievalMode = (typeof RETRIEVAL_MODES)[number];

export interface SettingsChange {
  readonly sources_max?: number;
  readonly memory_tokens?: number;
  readonly retrieval_mode?: RetrievalMode;
}

export interface RestClient {
  changeSettings(change: SettingsChange): Promise<void>;
  prepare(user: string, body: { input: string; session?: string; occurred_at?: string }): Promise<PreparedTurn>;
  record(user: string, body: { turn_token: string; answer: string }): Promise<void>;
  verify(user: string, body: { turn_token: string; answer: string }): Promise<{ ok: boolean; reason: string }>;
  /** At most `limit` sources, each whole. */
  recall(user: string, query: string, limit: number): Promise<Source[]>;
  /** The same, explained, without those that have no evidence of their own. */
  explain(user: string, query: string, limit: number): Promise<ExplainedSource[]>;
  /** Everything that the user's brain remembers, oldest first. */
  memory(user: string): Promise<Source[]>;
}

export interface PreparedTurn {
  readonly sources: readonly Source[];
  readonly turnToken: string;
}

const PAGE_LIMIT = 1_000;

/** Every call throws where the answer is not 200. */
export function createRestClient(url: string, key: string): RestClient {
  async function call<T>(method: string, path: string, user: string | null, body?: object): Promise<T> {
    const answer = await fetch(url + path, {
      method,
      headers: {
        "X-API-Key": key,
        ...(user === null ? {} : { "X-Memory-User": user }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  return {
    async changeSettings(change) {
      await call("PATCH", "/admin/settings", null, change);
    },
    async prepare(user, body) {
      const turn = await call<{ sources: Source[]; turn_token: string }>("POST", "/prepare", user, body);
      return { sources: turn.sources, turnToken: turn.turn_token };
    },
    async record(user, body) {
      await call("POST", "/record", user, body);
    },
    verify: (user, body) => call("POST", "/verify", user, body),
    async recall(user, query, limit) {
      return (await call<{ sources: Source[] }>("POST", "/recall", user, { query, limit })).sources;
    },
    async explain(user, query, limit) {
      type Explained = Source & { explain: { cosine: number; entered_by: ExplainedSource["enteredBy"] | "nearest" } };
      const body = { query, limit, explain: true };
      const { sources } = await call<{ sources: Explained[] }>("POST", "/recall", user, body);
      return sources.flatMap(({ id, text, explain: { cosine, entered_by: enteredBy } }) =>
        enteredBy === "nearest" ? [] : [{ id, text, cosine, enteredBy }],
      );
    },
    async memory(user) {
      const items: Source[] = [];
      let cursor: string | null = null;
      do {
        const place = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const page: { items: Source[]; next_cursor: string | null } = await call(
          "GET",
          `/memory?limit=${PAGE_LIMIT}${place}`,
          user,
        );
        items.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return items.reverse();
    },
  };
}
