// A draft answer beside the question that it answers and what memory states.
import type { ContradictionKind } from "../domain/contradiction.ts";
import { type Question, readQuestion } from "./asked.ts";
import { type Attitude, attitudesOf } from "./attitudes.ts";
import type { RememberedStatement, RememberedStatements } from "./remembered-statements.ts";
import type { Statement } from "./statement.ts";

export interface Difference {
  readonly kind: ContradictionKind;
  readonly remembered: RememberedStatement;
}

export class Draft {
  readonly question: Question;
  /** The content words of the question. */
  readonly focus: ReadonlySet<string>;
  /** It is a list, a letter, or a plan: what stands in it need not be about memory. */
  readonly isComposed: boolean;
  readonly claims: readonly Statement[];
  readonly #attitudes = new Map<Statement, readonly Attitude[]>();

  constructor(
    readonly memory: RememberedStatements,
    readonly asked: readonly Statement[],
    readonly statements: readonly Statement[],
    answer: string,
  ) {
    this.question = readQuestion(asked);
    this.focus = new Set(asked.flatMap(({ stems }) => [...stems]));
    this.claims = statements.filter((statement) => statement.claims);
    this.isComposed = statements.some(({ text }) => COMPOSED.test(text)) || linesOf(answer) >= COMPOSED_LINES;
  }

  attitudesOf(statement: Statement): readonly Attitude[] {
    const known = this.#attitudes.get(statement) ?? attitudesOf(statement);
    this.#attitudes.set(statement, known);
    return known;
  }
}

const COMPOSED = /^\s*["“«]?(?:[-*•–|]|\d+[.)]\s|dear |hi |hello |liebe|sehr geehrte|bonjour|hola|querid)/i;
/** An answer of so many lines is a list, or a letter. */
const COMPOSED_LINES = 3;

function linesOf(text: string): number {
  return text.split("\n").filter((line) => line.trim() !== "").length;
}
