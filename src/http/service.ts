// Everything that the routes hand to the verbs.
import type { Clock, RandomSource } from "../domain/chance.ts";
import type { Embedder } from "../domain/embedder.ts";
import type { Limits } from "../domain/limits.ts";
import type {
  AccountStore,
  BrainStore,
  ConstitutionStore,
  CoreStore,
  KeyStore,
  LessonStore,
  PacketStore,
  TurnStore,
} from "../domain/ports.ts";
import type { PatternCompiler, SentenceReader } from "../domain/text-tools.ts";
import type { VectorIndex } from "../domain/vector-index.ts";
import type { EmbeddingBacklog } from "../memory/embedding-backlog.ts";

export interface Service {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly limits: Limits;
  readonly embedder: Embedder;
  readonly vectors: VectorIndex;
  readonly backlog: EmbeddingBacklog;
  readonly patterns: PatternCompiler;
  readonly reader: SentenceReader;
  readonly accounts: AccountStore;
  readonly brains: BrainStore;
  readonly constitutions: ConstitutionStore;
  readonly cores: CoreStore;
  readonly keys: KeyStore;
  readonly lessons: LessonStore;
  readonly packets: PacketStore;
  readonly turns: TurnStore;
}
