// Compares an answer with rules and memories by its words: what it breaks, what it may contradict, what it tells the user.
import { RecentMap } from "../base/recent-map.ts";
import type { Steps } from "../base/steps.ts";
import type { ComparedAnswer, ComparedTexts } from "../domain/ports/text-reading.ts";
import { judgeAnswer } from "../statements/judge-answer.ts";
import type { SentenceReader } from "../statements/sentence-reader.ts";
import { type AnswerLooks, type Ban, looksOf } from "./answer-looks.ts";
import { type AnswerWords, bansIn, doesThing, forbiddenThings, wordsOfAnswer } from "./forbidden-by-lesson.ts";
import type { TurnReader } from "./turn-reader.ts";

/** Sentences that are read of one text; a text with more is a list or a program. */
const SENTENCES_MAX = 8_192;
/** How many rules are kept in memory with what they forbid. */
const RULES_KEPT = 2_000;

interface Forbidden {
  /** The words of what is not to be done. */
  readonly things: readonly ReadonlySet<string>[];
  readonly bans: readonly Ban[];
}

export class AnswerComparer {
  /** What each rule forbids. */
  readonly #forbidden = new RecentMap<string, Forbidden>(RULES_KEPT);

  constructor(
    private readonly reader: SentenceReader,
    private readonly turns: TurnReader,
  ) {}

  /** See TextTasks. */
  *compare({ question, answer, rules, memories, explain }: ComparedTexts): Steps<ComparedAnswer> {
    const sentences = yield* this.reader.read(answer, SENTENCES_MAX);
    const brokenRule =
      rules.length === 0 ? -1 : yield* this.#firstBroken(rules, wordsOfAnswer(sentences), looksOf(answer, sentences));
    const judged = yield* judgeAnswer(this.reader, { question, answer, memories, explain });
    return { brokenRule, ...judged, told: this.turns.readAnswer(answer) };
  }

  *#firstBroken(rules: readonly string[], answer: AnswerWords, looks: AnswerLooks): Steps<number> {
    for (const [at, rule] of rules.entries()) {
      const { things, bans } = this.#forbiddenBy(rule);
      if (things.some((thing) => doesThing(answer, thing)) || bans.some((ban) => ban(looks))) return at;
      yield;
    }
    return -1;
  }

  #forbiddenBy(rule: string): Forbidden {
    return this.#forbidden.getOrMake(rule, () => ({
      things: forbiddenThings(this.reader, rule),
      bans: bansIn(this.reader, rule),
    }));
  }
}
