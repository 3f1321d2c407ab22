// Looks through a file before anything of it is stored: its form, whose it is, and what stands against it.
import { DEFAULT_CORE } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import { subBrainsUsedUp } from "../domain/plan.ts";
import type { ModelName } from "../domain/portability.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { CoreStore } from "../domain/ports/core-store.ts";
import type { ImportStore } from "../domain/ports/import-store.ts";
import type { ModelStore } from "../domain/ports/model-store.ts";
import type { ImportInput } from "./import-input.ts";
import { type Part, type ProfileEntry, piecesOf, targetOf } from "./import-parts.ts";
import type { BrainEntry, EntryRules } from "./read-entry.ts";
import type { NumberedEntry, Place } from "./read-export.ts";
import { LineFault } from "./read-fields.ts";

export interface CheckDeps extends EntryRules {
  readonly imports: ImportStore;
  readonly accounts: Pick<AccountStore, "hasUser" | "countUsers">;
  readonly cores: Pick<CoreStore, "find">;
  readonly model: Pick<ModelStore, "current">;
}

/** They are held until the file has been looked through. */
const PROFILE_MAX = 10_000;

export interface CheckedImport {
  readonly profile: readonly ProfileEntry[];
  readonly brains: number;
  readonly model: ModelName | null;
}

/** Throws LineFault with the place set, `key_scope`, `plan_upgrade_required`. */
export async function checkImport(
  deps: CheckDeps,
  input: ImportInput,
  entries: AsyncIterable<NumberedEntry>,
  place: Place,
): Promise<CheckedImport> {
  const model = await deps.model.current();
  const check = new Check(deps, input, place);
  for await (const piece of piecesOf(entries, model)) {
    if (piece.kind === "profile") check.profileEntry(piece.line, piece.entry);
    else if (piece.kind === "brain") await check.brain(piece.line, piece.brain);
    else await check.part(piece.part);
  }
  return { profile: check.profile, brains: check.brains, model };
}

class Check {
  readonly profile: ProfileEntry[] = [];
  brains = 0;
  /** Those that the file itself brings. */
  readonly #cores = new Set<string>();
  readonly #newUsers = new Set<string>();
  /** Users of the account; null until somebody asks. */
  #users: number | null = null;

  constructor(
    private readonly deps: CheckDeps,
    private readonly input: ImportInput,
    private readonly place: Place,
  ) {}

  get #isRedirected(): boolean {
    return this.input.core !== null || this.input.user !== null;
  }

  /** Settings and constitutions belong to the account, a core to all of its users. */
  profileEntry(line: number, entry: ProfileEntry): void {
    // One brain that goes elsewhere takes nothing of its old account along.
    if (this.#isRedirected) return;
    const { core, user } = this.input.identity;
    const isOwnCore = entry.type === "core" && user === null && (core === null || core === entry.core.slug);
    if ((core !== null || user !== null) && !isOwnCore) throw notItsPart(line);
    if (this.profile.length >= PROFILE_MAX)
      this.#fail(line, `there are more than ${PROFILE_MAX} cores and constitutions`);
    if (entry.type === "core") this.#cores.add(entry.core.slug);
    this.profile.push(entry);
  }

  async brain(line: number, brain: BrainEntry): Promise<void> {
    this.brains += 1;
    if (this.#isRedirected && this.brains > 1) {
      this.#fail(line, "the file holds more than one brain, so none can be given another place");
    }
    const { identity } = this.input;
    const target = targetOf(brain, { ...this.input, account: identity.account });
    const isWithin =
      (identity.core === null || identity.core === target.core) &&
      (identity.user === null || identity.user === target.user);
    if (!isWithin) throw notItsPart(line);
    if (!(await this.#hasCore(target.core))) this.#fail(line, "there is no core of this slug here: make it first");
    if (target.user !== null) await this.#requireSubBrain(target.user);
  }

  async part({ place, packets, lessons }: Part): Promise<void> {
    const target = targetOf(place, { ...this.input, account: this.input.identity.account });
    const { core, user } = this.input.identity;
    const conflict = await this.deps.imports.conflict({ brain: target, reach: { core, user }, packets, lessons });
    if (conflict !== null) this.#fail(conflict.line, conflict.reason);
  }

  async #hasCore(slug: string): Promise<boolean> {
    if (slug === DEFAULT_CORE) return true;
    if (this.#cores.has(slug)) return true;
    return (await this.deps.cores.find(this.input.identity.account, slug)) !== null;
  }

  async #requireSubBrain(user: string): Promise<void> {
    const { subBrainsMax, identity } = this.input;
    if (subBrainsMax === null || this.#newUsers.has(user)) return;
    if (await this.deps.accounts.hasUser(identity.account, user)) return;
    this.#newUsers.add(user);
    this.#users ??= await this.deps.accounts.countUsers(identity.account);
    if (this.#users + this.#newUsers.size > subBrainsMax) throw subBrainsUsedUp(subBrainsMax);
  }

  #fail(line: number, reason: string): never {
    this.place.line = line;
    throw new LineFault(reason);
  }
}

function notItsPart(line: number): MemoryError {
  return new MemoryError("key_scope", `line ${line}: this key is bound to another part of the account`, { line });
}
