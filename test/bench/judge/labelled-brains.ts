// Small brains with answers that are labelled right or wrong, and what of them may stand against memory.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { finish } from "../../../src/base/steps.ts";
import type { Candidate } from "../../../src/statements/candidate.ts";
import type { Draft } from "../../../src/statements/draft.ts";
import { findCandidates } from "../../../src/statements/find-candidates.ts";
import { findOpposed, readDraft } from "../../../src/statements/judge-answer.ts";
import { createSentenceReader } from "../../../src/statements/sentence-reader.ts";

export interface LabelledCase {
  readonly input: string;
  readonly answer: string;
  readonly right: boolean;
  readonly kind: string;
  /** Why, in some words: of a wrong answer mostly what would be right. */
  readonly note?: string;
}

export interface LabelledBrain {
  readonly id: string;
  readonly language: string;
  /** Who wrote it. */
  readonly hand: string;
  readonly turns: readonly { readonly input: string; readonly answer: string; readonly day: number }[];
  readonly cases: readonly LabelledCase[];
}

export interface JudgedCase extends LabelledCase {
  readonly brain: string;
  readonly hand: string;
  readonly candidates: readonly Candidate[];
  /** A rule refuses it whatever the candidates. */
  readonly opposed: boolean;
}

const reader = createSentenceReader();

export function readBrains(file = join(import.meta.dir, "..", "verify", "seen.json")): readonly LabelledBrain[] {
  return JSON.parse(readFileSync(file, "utf8"));
}

export function draftOf({ turns }: LabelledBrain, question: string, answer: string): Draft {
  return finish(readDraft(reader, { question, answer, memories: turns }));
}

export function candidatesOf(draft: Draft): readonly Candidate[] {
  return draft.question.hypothetical ? [] : finish(findCandidates(draft));
}

export function judgedCases(brains: readonly LabelledBrain[]): JudgedCase[] {
  return brains.flatMap((brain) =>
    brain.cases.map((each) => {
      const draft = draftOf(brain, each.input, each.answer);
      const opposed = !draft.question.hypothetical && findOpposed(draft).size > 0;
      return { ...each, brain: brain.id, hand: brain.hand, candidates: candidatesOf(draft), opposed };
    }),
  );
}
