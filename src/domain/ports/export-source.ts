// What an export reads, page by page.
import type { AccountSettings } from "../account-settings.ts";
import type { BrainId } from "../brain.ts";
import type { Seq } from "../packet.ts";
import type {
  ExportScope,
  PortableConstitution,
  PortableCore,
  PortableCounters,
  PortableLesson,
  PortablePacket,
  PortableRule,
} from "../portability.ts";

export interface ExportedBrain {
  readonly id: BrainId;
  readonly core: string;
  readonly user: string | null;
  readonly createdAt: number;
  readonly counters: PortableCounters;
  readonly learnedThrough: Seq;
  /** What is recorded from here on came after the export began. */
  readonly nextSeq: Seq;
}

/** A piece of a brain: rows after `after`, before `before`, in order. */
export interface ExportPage {
  readonly brain: BrainId;
  readonly after: Seq;
  readonly before: Seq;
  readonly limit: number;
}

type Row<T> = T & { readonly seq: Seq };

export interface ExportSource {
  /** Only what the account chose itself. */
  settings(account: string): Promise<Partial<AccountSettings>>;
  /** In order of slug and of name. */
  cores(account: string): Promise<PortableCore[]>;
  constitutions(account: string): Promise<PortableConstitution[]>;
  /** Ordered by core, then user; those after `after`. */
  brains(scope: ExportScope, after: BrainPlace | null, limit: number): Promise<ExportedBrain[]>;
  /** Fewer than `limit` where they are long: some megabytes, or a single one; none at the end. */
  packets(page: ExportPage): Promise<Row<Omit<PortablePacket, "learned">>[]>;
  /** Live ones. */
  lessons(page: ExportPage, now: number): Promise<Row<PortableLesson>[]>;
  forgottenRules(page: ExportPage): Promise<Row<PortableRule>[]>;
}

export interface BrainPlace {
  readonly core: string;
  readonly user: string | null;
}
