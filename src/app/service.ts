// Everything that the routes hand to the verbs.
import type { Clock, RandomSource } from "../base/chance.ts";
import type { KeyedQueue } from "../base/keyed-queue.ts";
import type { AccountDefaults } from "../domain/account-settings.ts";
import type { Brain, BrainId } from "../domain/brain.ts";
import type { InputKindReader } from "../domain/input-kind.ts";
import type { IntentReader } from "../domain/intent.ts";
import type { Limits } from "../domain/limits.ts";
import type { Plans } from "../domain/plan.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { AnswerJudge } from "../domain/ports/answer-judge.ts";
import type { AuditStore } from "../domain/ports/audit-store.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { Clusterer } from "../domain/ports/clusterer.ts";
import type { ConstitutionStore } from "../domain/ports/constitution-store.ts";
import type { CoreStore } from "../domain/ports/core-store.ts";
import type { RememberingEmbedder } from "../domain/ports/embedder.ts";
import type { ExportSource } from "../domain/ports/export-source.ts";
import type { ImportedPart, ImportStore } from "../domain/ports/import-store.ts";
import type { KeyStore } from "../domain/ports/key-store.ts";
import type { LearningStore } from "../domain/ports/learning-store.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { LexicalIndex } from "../domain/ports/lexical-index.ts";
import type { MessageClassifier } from "../domain/ports/message-classifier.ts";
import type { Meter } from "../domain/ports/meter.ts";
import type { ModelStore } from "../domain/ports/model-store.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { Reembedding } from "../domain/ports/reembedding.ts";
import type { RecentRequests, RequestHistory, RequestWatch, StageTimer } from "../domain/ports/request-watch.ts";
import type { SameValue } from "../domain/ports/same-value.ts";
import type { Spool } from "../domain/ports/spool.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import type { TotalsStore } from "../domain/ports/totals-store.ts";
import type { TurnStore } from "../domain/ports/turn-store.ts";
import type { UserStore } from "../domain/ports/user-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import type { WorkClaims } from "../domain/ports/work-claims.ts";
import type { RequestGate } from "../http/request-gate.ts";
import type { EmbeddingBacklog } from "../indexing/embedding-backlog.ts";
import type { PassReport } from "../learning/end-pass.ts";
import type { LearnSoon } from "../learning/learn-soon.ts";
import type { Learner } from "../learning/sync-brain.ts";
import type { OpenForeignDocument } from "../portability/foreign-document.ts";

export interface Service {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly limits: Limits;
  readonly plans: Plans;
  readonly accountDefaults: AccountDefaults;
  readonly embedder: RememberingEmbedder;
  readonly vectors: VectorIndex;
  readonly words: LexicalIndex;
  readonly backlog: EmbeddingBacklog;
  /** Embeds again what another model had embedded; `progress` says how far it is. */
  readonly reembedding: Reembedding & { close(): void };
  readonly attributeQueue: KeyedQueue<BrainId>;
  /** Reads files of other programs. */
  readonly openDocument: OpenForeignDocument;
  /** What reads texts. */
  readonly reading: TextReading;
  readonly sameValue: SameValue;
  readonly clusterer: Clusterer;
  readonly learning: LearningStore;
  readonly claims: WorkClaims;
  readonly learner: Learner;
  readonly learnSoon: LearnSoon;
  readonly intents: IntentReader | null;
  readonly inputs: InputKindReader | null;
  readonly classifier: MessageClassifier | null;
  readonly judge: AnswerJudge | null;
  /** Told of each turn that teaches something by itself. */
  readonly onTaught: (brain: Brain) => void;
  readonly meter: Meter & { readonly contentType: string; exposition(): Promise<string> };
  readonly telemetry: {
    readonly requests: RequestWatch & {
      readonly stage: StageTimer;
      recent(): RecentRequests;
      readonly history: RequestHistory;
    };
  };
  /** Bounds what is under way. */
  readonly gate: RequestGate;
  /** Whether counters are shown without a key. */
  readonly isPrometheusPublic: boolean;
  readonly onPass: (pass: PassReport) => void;
  /** Whether the operator's settings name an endpoint to distil with. */
  readonly hasEndpoint: boolean;
  readonly accounts: AccountStore;
  readonly audit: AuditStore;
  readonly totals: TotalsStore;
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
