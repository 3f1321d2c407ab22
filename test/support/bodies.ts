// The answers of the interface as the contract words them, written down apart from the code under test.

export interface ErrorAnswer {
  readonly message: string;
  readonly code: string;
  readonly request_id: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface SourceItem {
  readonly id: string;
  readonly text: string;
  readonly score: number;
}

export interface TurnBody {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly coherence: number | null;
  readonly sources: readonly SourceItem[];
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly turn_token: string | null;
}

export interface VerdictBody {
  readonly ok: boolean;
  readonly reason: string;
  readonly coherence: number;
  readonly contradiction: boolean;
  readonly contradictions: readonly {
    readonly sentence: string;
    readonly source_id: string | null;
    readonly remembered: string;
    readonly kind: string;
  }[];
}

export interface MemoryItem {
  readonly id: string;
  readonly text: string;
  readonly created_at: string;
  readonly session: string | null;
  readonly occurred_at: string | null;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
}

export interface ListedMemory extends MemoryItem {
  /** Only where the request asked for it. */
  readonly detail?: KeptOfTurn;
}

export interface MemoryPage {
  readonly items: readonly ListedMemory[];
  readonly next_cursor: string | null;
}

export interface LessonItem {
  readonly id: string;
  readonly packet_type: string;
  readonly response_text: string;
  readonly use_count: number;
  readonly created_at: string;
  readonly expires_at: string;
  readonly pinned: boolean;
  readonly source_link: readonly string[];
  readonly llm_cost: number | null;
  readonly superseded_by: string | null;
}

export interface KeptOfTurn {
  readonly packet_type: string;
  readonly input: string;
  readonly answer: string;
  readonly confidence: number;
  readonly unconfirmed_overwrite: boolean;
  readonly cues: readonly string[];
}

export interface MemoryDetailBody extends MemoryItem, KeptOfTurn {}

export interface PlanCluster {
  readonly id: string;
  readonly prompt: string;
  readonly n_sources: number;
  readonly from_correction: boolean;
}

export interface PlanBody {
  readonly synthesis_token: string | null;
  readonly system: string;
  readonly packets_scanned: number;
  readonly clusters: readonly PlanCluster[];
}

export interface RecordedPlanBody {
  readonly lessons_created: number;
  readonly skipped: number;
  readonly packets_scanned: number;
  readonly status: string;
  readonly write_failed: number;
  readonly error: string | null;
}

export interface SyncBody {
  readonly ok: boolean;
  readonly learned: number;
}

export interface LessonPage {
  readonly user_id: string;
  readonly core: string;
  readonly lessons: readonly LessonItem[];
  readonly next_cursor: string | null;
}

export interface MetricsBody {
  readonly turns: number;
  readonly avg_coherence: number;
  readonly memory_size: number;
  readonly lessons: number;
}

export interface CoreBody {
  readonly slug: string;
  readonly name: string;
  readonly context: string;
}

export interface KeyBody {
  readonly id: string;
  readonly name: string;
  readonly scope: string;
  readonly core: string | null;
  readonly user: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly replaced_by: string | null;
  readonly key?: string;
}

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}
