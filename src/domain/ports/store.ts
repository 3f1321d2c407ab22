// The whole store: what an engine must bring so that the service can stand on it. `test/store/` holds it to these promises.
import type { AccountStore } from "./account-store.ts";
import type { AuditStore } from "./audit-store.ts";
import type { BrainChanges } from "./brain-changes.ts";
import type { BrainStore } from "./brain-store.ts";
import type { ConstitutionStore } from "./constitution-store.ts";
import type { CoreStore } from "./core-store.ts";
import type { DataFiles } from "./data-files.ts";
import type { DatabaseCare } from "./database-care.ts";
import type { ExportSource } from "./export-source.ts";
import type { ImportStore } from "./import-store.ts";
import type { KeyStore } from "./key-store.ts";
import type { LearningStore } from "./learning-store.ts";
import type { LessonStore } from "./lesson-store.ts";
import type { LexicalSource } from "./lexical-index.ts";
import type { ModelStore } from "./model-store.ts";
import type { PacketStore } from "./packet-store.ts";
import type { SpendingExchange } from "./spending-exchange.ts";
import type { Spool } from "./spool.ts";
import type { StaleStore } from "./stale-store.ts";
import type { StoreHealth } from "./store-health.ts";
import type { TotalsStore } from "./totals-store.ts";
import type { TurnStore } from "./turn-store.ts";
import type { UserStore } from "./user-store.ts";
import type { VectorSource } from "./vector-index.ts";
import type { WorkClaims } from "./work-claims.ts";

export interface Store {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly cores: CoreStore;
  readonly constitutions: ConstitutionStore;
  readonly users: UserStore;
  readonly brains: BrainStore;
  readonly turns: TurnStore;
  readonly packets: PacketStore;
  readonly lessons: LessonStore;
  readonly learning: LearningStore;
  readonly model: ModelStore;
  /** What other models than the one in use have embedded. */
  readonly stale: StaleStore;
  readonly exports: ExportSource;
  readonly imports: ImportStore;
  readonly audit: AuditStore;
  readonly totals: TotalsStore;
  /** What the index of vectors is read from. */
  readonly vectorSource: VectorSource;
  /** What the index of words is read from. */
  readonly lexicalSource: LexicalSource;
  /** Where an import lies while it is read; of this machine, whatever the engine. */
  readonly spool: Spool;
  readonly health: StoreHealth;
  /** What other processes write to brains; null: hardly any does, and what the shell erases is told by `brains`. */
  readonly changes: BrainChanges | null;
  /** What is done in the background, by one process at a time. */
  readonly claims: WorkClaims;
  /** null: no other process answers requests on the data. */
  readonly spending: SpendingExchange | null;
  /** null: the data lies in files, of which more can be asked. */
  readonly database: DatabaseCare | null;
  /** null: the engine keeps its data in no files of this machine. */
  readonly files: DataFiles | null;
  /** Finishes the writes asked for, and lets go of the data. */
  close(): Promise<void>;
}
