// The dialogues that rules are to be learned from, or not, and how what was learned is held against what was expected.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const PARTS = [
  "seen",
  "seen-too",
  "seen-changes",
  "seen-everyday",
  "seen-latest",
  "seen-mixed",
  "seen-fresh",
  "seen-newest",
  "seen-many",
  "seen-languages",
  "unseen-everyday",
  "unseen",
  "unseen-later",
  "unseen-latest",
  "unseen-mixed",
  "unseen-fresh",
  "unseen-newest",
  "unseen-last",
  "unseen-short",
  "unseen-passing",
] as const;
export type Part = (typeof PARTS)[number];

/** A text fits where it holds one of each group, in small letters. */
type Groups = readonly (readonly string[])[];

export interface LearningDialogue {
  readonly id: string;
  readonly language: string;
  /** "order-once", "nothing" … */
  readonly kind: string;
  readonly turns: readonly { readonly input: string; readonly answer: string; readonly day: number }[];
  readonly expect: readonly { readonly rule: string; readonly all: Groups; readonly not?: readonly string[] }[];
  /** No rule that holds in the end may hold one of these. */
  readonly gone?: Groups;
  /** Rules that are neither needed nor wrong. */
  readonly fine?: readonly Groups[];
  /** Answers to questions about what changed, for /verify. */
  readonly cases?: readonly { readonly input: string; readonly answer: string; readonly right: boolean }[];
}

export function readDialogues(part: Part): LearningDialogue[] {
  return JSON.parse(readFileSync(join(import.meta.dir, "learning", `${part}.json`), "utf8"));
}

export interface Judged {
  readonly expected: number;
  readonly found: number;
  /** Rules that nobody asked for, and those that should have gone. */
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

/** Each rule learned stands for all of the expected ones that it fits. */
export function judge({ expect, gone = [], fine = [] }: LearningDialogue, learned: readonly string[]): Judged {
  const fits = (text: string, { all, not = [] }: LearningDialogue["expect"][number]) =>
    holds(text, all) && !not.some((part) => text.includes(part));
  const texts = learned.map((text) => text.toLowerCase());
  const missed = expect.filter((rule) => !texts.some((text) => fits(text, rule)));
  const wrong = learned.filter((_, at) => {
    const text = texts[at] ?? "";
    if (gone.some((parts) => parts.some((part) => text.includes(part)))) return true;
    return !expect.some((rule) => fits(text, rule)) && !fine.some((groups) => holds(text, groups));
  });
  return {
    expected: expect.length,
    found: expect.length - missed.length,
    wrong,
    missed: missed.map(({ rule }) => rule),
  };
}

function holds(text: string, groups: Groups): boolean {
  return groups.every((parts) => parts.some((part) => text.includes(part)));
}
