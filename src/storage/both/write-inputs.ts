// What writes are given, whatever engine does them: plain data, of which some crosses to the writer's thread.
import type { SettingsChange } from "../../domain/account-settings.ts";
import type { Doer } from "../../domain/audit.ts";
import type { BrainId, BrainKey } from "../../domain/brain.ts";
import type { Constitution } from "../../domain/constitution.ts";
import type { Core } from "../../domain/core.ts";
import type { StoredKey } from "../../domain/key.ts";
import type { Standing } from "../../domain/plan.ts";
import type { ModelName } from "../../domain/portability.ts";
import type { NextKey } from "../../domain/ports/key-store.ts";
import type { ChangedLesson, NewLesson } from "../../domain/ports/lesson-store.ts";

import type { UserScope } from "../../domain/ports/user-store.ts";

/** What the audit is told of; `by` absent: the service itself does it. */
interface Entered {
  readonly by?: Doer | undefined;
}

interface OfAccount extends Entered {
  readonly account: string;
}

export interface NewAccount extends OfAccount {
  readonly now: number;
  readonly standing?: Partial<Standing>;
}

export interface StandingChange extends OfAccount {
  readonly change: Partial<Standing>;
}

export type AccountRemoval = OfAccount;

export interface SettingsWrite extends OfAccount {
  readonly change: SettingsChange;
}

export interface NewCore extends OfAccount {
  readonly core: Core;
  readonly now: number;
}

export interface CoreChange extends OfAccount {
  readonly slug: string;
  readonly change: Partial<Omit<Core, "slug">>;
  readonly now: number;
}

export interface CoreRemoval extends OfAccount {
  readonly slug: string;
}

export interface ConstitutionWrite extends OfAccount {
  readonly constitution: Constitution;
  readonly now: number;
}

export interface ConstitutionRemoval extends OfAccount {
  readonly name: string;
}

export type ModelAdoption = ModelName & Entered;

export type NewKey = StoredKey & Entered;

export interface KeyRotation extends Entered {
  readonly id: string;
  readonly next: NextKey;
  /** The old key ends then, or sooner. */
  readonly endsAt: number;
}

export interface KeyRevocation extends OfAccount {
  readonly id: string;
  readonly now: number;
}

export interface UserRemoval extends UserScope, Entered {
  readonly user: string;
}

export interface MemoryErasure extends Entered {
  readonly key: BrainKey;
}

export interface PacketRemoval extends Entered {
  readonly brain: BrainId;
  readonly id: string;
}

export type LessonWrite = NewLesson & Entered;

export type LessonChange = ChangedLesson & Entered;
