// Everything that the routes hand to the verbs.
import type { AuditStore } from "../domain/audit.ts";
import type { BrainId } from "../domain/brain.ts";
import type { Clock, RandomSource } from "../domain/chance.ts";
import type { RememberingEmbedder } from "../domain/embedder.ts";
import type { Clusterer, SameValue } from "../domain/learning.ts";
import type { LearningStore } from "../domain/learning-store.ts";
import type { LexicalIndex } from "../domain/lexical-index.ts";
import type { Limits } from "../domain/limits.ts";
import type { Meter } from "../domain/meter.ts";
import type { Plans } from "../domain/plan.ts";
import type { ExportSource, ImportedPart, ImportStore, Spool, UserStore } from "../domain/portability.ts";
import type {
  AccountStore,
  BrainStore,
  ConstitutionStore,
  CoreStore,
  KeyStore,
  LessonStore,
  ModelStore,
  PacketStore,
  TurnStore,
} from "../domain/ports.ts";
import type { Reembedding } from "../domain/reembedding.ts";
import type { RequestWatch, StageTimer } from "../domain/request-watch.ts";
import type { TextReading } from "../domain/text-reading.ts";
import type { VectorIndex } from "../domain/vector-index.ts";
import type { PassReport } from "../learning/end-pass.ts";
import type { Learner } from "../learning/sync-brain.ts";
import type { EmbeddingBacklog } from "../memory/embedding-backlog.ts";
import type { KeyedQueue } from "../memory/keyed-queue.ts";
import type { OpenForeignDocument } from "../portability/foreign-document.ts";
import type { RequestGate } from "./request-gate.ts";

export interface Service {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly limits: Limits;
  readonly plans: Plans;
  readonly embedder: RememberingEmbedder;
  readonly vectors: VectorIndex;
  readonly words: LexicalIndex;
  readonly backlog: EmbeddingBacklog;
  /** Makes anew what another model had embedded; `progress` says how far it is. */
  readonly reembedding: Reembedding;
  readonly reembedder: { close(): void };
  readonly attributeQueue: KeyedQueue<BrainId>;
  /** Reads files of other programs. */
  readonly openDocument: OpenForeignDocument;
  /** What reads texts. */
  readonly reading: TextReading;
  readonly sameValue: SameValue;
  readonly clusterer: Clusterer;
  readonly learning: LearningStore;
  readonly learner: Learner;
  readonly meter: Meter & { readonly contentType: string; exposition(): Promise<string> };
  readonly telemetry: { readonly requests: RequestWatch & { readonly stage: StageTimer } };
  /** Bounds what is under way. */
  readonly gate: RequestGate;
  /** Whether counters are shown without a key. */
  readonly isPrometheusPublic: boolean;
  readonly onPass: (pass: PassReport) => void;
  /** Whether the operator's settings name an endpoint to distil with. */
  readonly hasEndpoint: boolean;
  readonly accounts: AccountStore;
  readonly audit: AuditStore;
  readonly brains: BrainStore;
  readonly constitutions: ConstitutionStore;
  readonly cores: CoreStore;
  readonly keys: KeyStore;
  readonly exports: ExportSource;
  readonly imports: ImportStore;
  readonly users: UserStore;
  readonly model: ModelStore;
  /** Lays the body of a request aside. */
  readonly spool: Spool;
  /** What stands in memory of the brain is out of date. */
  readonly onImported: (part: ImportedPart) => void;
  /** Of this program, as exports name it. */
  readonly version: string;
  readonly lessons: LessonStore;
  readonly packets: PacketStore;
  readonly turns: TurnStore;
}
