// Tries the patterns of a constitution on texts, before or after it is stored; nothing is stored.
import type { Constitution, GuardPattern } from "../domain/constitution.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { type ConstitutionDeps, getConstitution } from "./keep-constitutions.ts";

export interface TestConstitutionDeps extends Pick<ConstitutionDeps, "constitutions"> {
  readonly reading: Pick<TextReading, "findEachPattern">;
}

export interface TestConstitutionInput {
  readonly name: string;
  /** What the gates are tried on; null: nothing. */
  readonly input: string | null;
  /** What the prohibitions are tried on; null: nothing. */
  readonly answer: string | null;
  /** Sound ones: see `requireSoundPatterns`. null: the stored ones. */
  readonly gates: readonly GuardPattern[] | null;
  readonly prohibitions: readonly GuardPattern[] | null;
}

export interface TriedPattern extends GuardPattern {
  /** null: there was no text for it. */
  readonly matched: boolean | null;
}

export interface TestedConstitution {
  readonly gates: readonly TriedPattern[];
  readonly prohibitions: readonly TriedPattern[];
}

/** Throws `constitution_not_found` where stored patterns are asked for, and `constitution_too_slow` as a turn does. */
export async function testConstitution(
  deps: TestConstitutionDeps,
  identity: KeyIdentity,
  { name, input, answer, ...given }: TestConstitutionInput,
): Promise<TestedConstitution> {
  const { account } = identity;
  const { gates, prohibitions } = await patternsOf(deps, identity, name, given);
  return {
    gates: await tried(deps, account, gates, input),
    prohibitions: await tried(deps, account, prohibitions, answer),
  };
}

async function patternsOf(
  deps: TestConstitutionDeps,
  identity: KeyIdentity,
  name: string,
  { gates, prohibitions }: Pick<TestConstitutionInput, "gates" | "prohibitions">,
): Promise<Pick<Constitution, "gates" | "prohibitions">> {
  if (gates !== null && prohibitions !== null) return { gates, prohibitions };
  const stored = await getConstitution(deps, identity, name);
  return { gates: gates ?? stored.gates, prohibitions: prohibitions ?? stored.prohibitions };
}

async function tried(
  { reading }: TestConstitutionDeps,
  account: string,
  guards: readonly GuardPattern[],
  text: string | null,
): Promise<TriedPattern[]> {
  const patterns = guards.map(({ pattern }) => pattern);
  const found = text === null ? null : await reading.findEachPattern({ patterns, text }, account);
  return guards.map(({ pattern, reason }, at) => ({ pattern, reason, matched: found?.[at] ?? null }));
}
