// Reads a turn without a model: whether it corrects, and what it states about the user's name and occupation.
import { finish, type Steps } from "../base/steps.ts";
import type { SelfAttribute, StatedAttribute, TurnSignals } from "../domain/learning.ts";
import type { SameValue } from "../domain/ports/same-value.ts";
import { linear } from "../matching/linear-expression.ts";
import { tellsNews } from "./announced-changes.ts";
import { type RankedStatement, statementsIn } from "./attribute-patterns.ts";
import type { Person } from "./attribute-words.ts";
import { correctionCue } from "./correction-cues.ts";
import { readName } from "./person-names.ts";
import { sameValue } from "./same-value.ts";
import { turnSentences } from "./turn-sentences.ts";

const ATTRIBUTES: readonly SelfAttribute[] = ["name", "occupation"];

/** The user says that the name in use is wrong; group 1 is that name where it stands there. */
const WRONG_NAME = linear(
  /(?:stop calling me|don't call me|do not call me|you (?:keep|kept|are|were) calling me) ([\p{L}'-]+)|\b(?:not my name|(?:got|get|getting|spelled|misspelled|wrote) my name|my name (?:is not|isn't) )/iu,
);
const IT_IS =
  /(?:^|[,;:.!] ?|\b(?:and|but|because) )(?:no, )?(?:[Ii]t's|[Ii]t is|[Ii]'m|[Ii] am) (?:actually |just |now )?(?=\p{Lu})/gu;
const CHANGED_NAME =
  /\b(?:changed|change of) (?:my )?(?:(?:first|legal|full) )?name\b|\bmy name (?:has |was |has been )?changed\b/i;

/** "Please stop calling me Diana, it's Dana": "it" is the name because of what is said beside it. */
function nameSetRight(sentences: readonly string[]): RankedStatement[] {
  const wrong = sentences.map((sentence) => WRONG_NAME.exec(sentence)).find((match) => match !== null);
  if (wrong === undefined || wrong === null) return [];
  for (const sentence of sentences) {
    for (const match of sentence.matchAll(IT_IS)) {
      const name = readName(sentence.slice(match.index + match[0].length), { announced: false });
      if (name !== null && name.value.toLowerCase() !== wrong[1]?.toLowerCase()) {
        return [{ attribute: "name", value: name.value, cue: "wrong-name-it-is", rank: 4 }];
      }
    }
  }
  return [];
}

/** "I changed my name, it's Clara": "it" is the name, in the same sentence or the next. */
function nameChanged(sentences: readonly string[]): RankedStatement[] {
  const at = sentences.findIndex((sentence) => CHANGED_NAME.test(sentence) && tellsNews("name", sentence));
  for (const sentence of at < 0 ? [] : sentences.slice(at, at + 2)) {
    if (sentence.endsWith("?")) continue;
    for (const match of sentence.matchAll(IT_IS)) {
      const name = readName(sentence.slice(match.index + match[0].length), { announced: false });
      if (name !== null) {
        return [{ attribute: "name", value: name.value, cue: "changed-name-it-is", rank: 4, isChange: true }];
      }
    }
  }
  return [];
}

/** Sentences around a statement in which the change may be announced that it is about. */
const NEWS_REACH = 1;

/** At most one statement of each attribute: the one of the highest rank, the later one among equals. */
function* statedAttributes(sentences: readonly string[], person: Person): Steps<StatedAttribute[]> {
  const all: (RankedStatement & { readonly at?: number })[] = [];
  for (const [at, sentence] of sentences.entries()) {
    all.push(...statementsIn(sentence, person).map((statement) => ({ ...statement, at })));
    yield;
  }
  if (person === "first") all.push(...nameSetRight(sentences), ...nameChanged(sentences));
  return ATTRIBUTES.flatMap((attribute) => {
    const ranked = all.filter((statement) => statement.attribute === attribute);
    const best = ranked.reduce<(typeof all)[number] | null>(
      (kept, one) => (kept === null || one.rank >= kept.rank ? one : kept),
      null,
    );
    if (best === null) return [];
    const { value, cue, at, isChange = false } = best;
    const isNew = isChange || (person === "first" && at !== undefined && isAnnounced(attribute, sentences, at));
    return [{ attribute, value, cue, ...(isNew ? { isChange: true } : {}) }];
  });
}

function isAnnounced(attribute: SelfAttribute, sentences: readonly string[], at: number): boolean {
  const around = sentences.slice(Math.max(0, at - NEWS_REACH), at + NEWS_REACH + 1);
  return around.some((sentence) => tellsNews(attribute, sentence));
}

/** Reads turns without a model: equal texts give equal signals. */
export interface TurnReader {
  /** What the user says in an input. */
  readInput(input: string): TurnSignals;
  readInputInSteps(input: string): Steps<TurnSignals>;
  /** What an answer tells the user about the user: "your name is Diana". */
  readAnswer(answer: string): readonly StatedAttribute[];
  readonly sameValue: SameValue;
}

/** Reads English. For how much of a long text is read, see turn-sentences.ts. */
export function createTurnReader(): TurnReader {
  function* readInputInSteps(input: string): Steps<TurnSignals> {
    const sentences = turnSentences(input);
    let correction: string | null = null;
    for (const sentence of sentences) {
      yield;
      correction ??= correctionCue(sentence);
    }
    yield;
    return { correction, attributes: yield* statedAttributes(sentences, "first") };
  }
  return {
    readInputInSteps,
    readInput: (input) => finish(readInputInSteps(input)),
    readAnswer: (answer) => finish(statedAttributes(turnSentences(answer), "second")),
    sameValue,
  };
}
