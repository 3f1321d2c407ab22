// Reads a turn without a model: whether it corrects, and what it states about the user's name and occupation.
import { finish, type Steps } from "../base/steps.ts";
import type { SelfAttribute, StatedAttribute, TurnSignals } from "../domain/learning.ts";
import type { SameValue } from "../domain/ports/same-value.ts";
import { linear } from "../matching/linear-expression.ts";
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
  /(?:^|[,;:.!] ?|\b(?:and|but|because) )(?:no, )?(?:[Ii]t's|[Ii]t is|[Ii]'m|[Ii] am) (?:actually |just )?(?=\p{Lu})/gu;

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

/** At most one statement of each attribute: the one of the highest rank, the later one among equals. */
function* statedAttributes(sentences: readonly string[], person: Person): Steps<StatedAttribute[]> {
  const all: RankedStatement[] = [];
  for (const sentence of sentences) {
    all.push(...statementsIn(sentence, person));
    yield;
  }
  if (person === "first") all.push(...nameSetRight(sentences));
  return ATTRIBUTES.flatMap((attribute) => {
    const ranked = all.filter((statement) => statement.attribute === attribute);
    const best = ranked.reduce<RankedStatement | null>(
      (kept, one) => (kept === null || one.rank >= kept.rank ? one : kept),
      null,
    );
    return best === null ? [] : [{ attribute, value: best.value, cue: best.cue }];
  });
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
