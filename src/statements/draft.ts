// A draft answer beside the question that it answers and what memory states.
import { type Question, readQuestion } from "./asked.ts";
import { type Attitude, attitudesOf } from "./attitudes.ts";
import type { Features } from "./candidate.ts";
import { describeDraft, isGerman } from "./describe-draft.ts";
import { tellsOfEnd } from "./given-way-cues.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import type { RememberedStatements } from "./remembered-statements.ts";
import { plainWord, type Statement } from "./statement.ts";
import { comparable, sameValue, type Value } from "./value.ts";

/** Values of an answer that are held against those beside them. */
const VALUES_MAX = 64;

export class Draft {
  readonly question: Question;
  /** The content words of the question. */
  readonly focus: ReadonlySet<string>;
  /** All words of the question, and of the answer. */
  readonly askedWords: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly claims: readonly Statement[];
  /** The content words of the answer. */
  readonly saidStems: ReadonlySet<string>;
  readonly features: Features;
  readonly isGerman: boolean;
  /** It says yes to what was asked. */
  readonly affirms: boolean;
  readonly #values: readonly Value[];
  #tellsOfEnd: boolean | null = null;
  readonly #attitudes = new Map<Statement, readonly Attitude[]>();
  readonly #supports = new Map<Value, readonly RememberedStatement[]>();

  constructor(
    readonly memory: RememberedStatements,
    readonly asked: readonly Statement[],
    readonly statements: readonly Statement[],
    answer: string,
  ) {
    this.question = readQuestion(asked);
    this.focus = new Set(asked.flatMap(({ stems }) => [...stems]));
    this.askedWords = new Set(asked.flatMap(({ tokens }) => tokens.map(plainWord)));
    this.words = new Set(statements.flatMap(({ tokens }) => tokens.map(plainWord)));
    this.saidStems = new Set(statements.flatMap(({ stems }) => [...stems]));
    this.claims = statements.filter((statement) => statement.claims);
    const isComposed = statements.some(({ text }) => COMPOSED.test(text)) || linesOf(answer) >= COMPOSED_LINES;
    this.features = describeDraft({ question: this.question, asked, statements, isComposed });
    this.affirms = AFFIRMING.test(answer);
    this.isGerman = isGerman([...asked, ...statements]);
    this.#values = statements.flatMap(({ values }) => values).slice(0, VALUES_MAX);
  }

  /** Whether the assistant speaks of itself: what it writes for the user speaks of the user. */
  isOwn({ ofSpeaker, text }: Statement): boolean {
    return ofSpeaker && this.features.composed === 0 && this.features.requests === 0 && !QUOTED.test(text);
  }

  attitudesOf(statement: Statement): readonly Attitude[] {
    const known = this.#attitudes.get(statement) ?? attitudesOf(statement);
    this.#attitudes.set(statement, known);
    return known;
  }

  /** Whether question or answer know that something ended, or tell how it was. */
  get tellsOfEnd(): boolean {
    this.#tellsOfEnd ??= [...this.asked, ...this.statements].some(({ text }) => tellsOfEnd(text));
    return this.#tellsOfEnd;
  }

  /** What the question has already is not the answer's own, unless it says yes to it: "Is it the 2nd?" "Yes, on the 2nd." */
  isFromQuestion(value: Value): boolean {
    return !this.affirms && this.asked.some(({ values }) => values.some((other) => sameValue(value, other)));
  }

  /** Whether the answer has a value; `except`: that it is not. */
  says(value: Value, except: Value | null): boolean {
    return this.#values.some((other) => other !== except && sameValue(other, value));
  }

  /** Whether it has another of the kind that memory has too, in a statement that is so near at least. */
  tellsBeside(value: Value, topics: Float64Array, topicLeast: number): boolean {
    return this.#values.some(
      (other) =>
        other !== value &&
        comparable(other, value) &&
        !sameValue(other, value) &&
        this.supportsOf(other).some(({ at }) => topics[at]! >= topicLeast),
    );
  }

  /** What memory says the same in, and still holds. */
  supportsOf(value: Value): readonly RememberedStatement[] {
    const known =
      this.#supports.get(value) ??
      this.memory.all.filter(({ values, replaced }) =>
        values.some((other) => !replaced.has(other) && sameValue(other, value)),
      );
    this.#supports.set(value, known);
    return known;
  }
}

const AFFIRMING = /^\s*(?:yes|yeah|yep|yup|correct|right|exactly|indeed|ja|oui|sí|genau)\b/i;
const QUOTED = /["“”„«»]/;
const COMPOSED = /^\s*["“«]?(?:[-*•–|]|\d+[.)]\s|dear |hi |hello |liebe|sehr geehrte|bonjour|hola|querid)/i;
/** An answer of so many lines is a list, or a letter. */
const COMPOSED_LINES = 3;

function linesOf(text: string): number {
  return text.split("\n").filter((line) => line.trim() !== "").length;
}
