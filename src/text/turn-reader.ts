// Reads a turn without a model: whether it corrects, and what it states about the user's name and occupation.

import type { SelfAttribute, StatedAttribute, TurnReader } from "../domain/learning.ts";
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

/** At most one of each attribute: the one that says most clearly what to use, among equals the later. */
function statedAttributes(sentences: readonly string[], person: Person): StatedAttribute[] {
  const all = sentences.flatMap((sentence) => statementsIn(sentence, person));
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

/** Reads English. What it looks at of a long text: see turn-sentences.ts. */
export function createTurnReader(): TurnReader {
  return {
    readInput(input) {
      const sentences = turnSentences(input);
      const correction = sentences.reduce<string | null>((cue, sentence) => cue ?? correctionCue(sentence), null);
      return { correction, attributes: statedAttributes(sentences, "first") };
    },
    readAnswer: (answer) => statedAttributes(turnSentences(answer), "second"),
    sameValue,
  };
}
