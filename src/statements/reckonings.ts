// Whether a number is what a question asks to be worked out: a total, a share, what is left, how much more.
import { oncePer } from "../base/once-per.ts";
import { wordSet } from "../base/word-set.ts";
import type { Draft } from "./draft.ts";
import type { Statement } from "./statement.ts";
import type { Amount } from "./value.ts";

/** Of a question: it asks for what has to be worked out. */
const ASKS = wordSet(`
  save saved saving savings difference total totals altogether combined together share split apiece left remain remains
  remaining owe owed fewer more less longer older younger both pair sum twice further extra
  insgesamt zusammen übrig gesamt restant reste tout total junto juntos queda`);
/** "How far has it come down?" */
const CHANGES = wordSet("up down");
const CHANGED = wordSet("go goes gone went come comes came rise rose drop dropped risen moved");
/** Of a sentence: it tells what was worked out. */
const TELLS = wordSet("total altogether combined together both pair apiece sum insgesamt zusammen gesamt");
/** Two shares, or twice as much. */
const TWO = wordSet("two both pair twice half split share shared halves each zwei beide deux dos");
/** Numbers of memory that are combined, the last ones: bounds the work. */
const NUMBERS_MAX = 48;
/** Of one turn, the first ones. */
const NUMBERS_OF_TURN_MAX = 16;
/** Below this two numbers of a turn make it by chance. */
const CHANCE_NUMBER = 100;
/** Numbers that differ by less are the same, as a share of them. */
const TOLERANCE = 0.005;

/** By two numbers that memory has, or by one of them and one of the question; of no other answer is it looked for. */
export function isReckoning({ memory, asked }: Draft, statement: Statement, said: Amount): boolean {
  if (isOfTurn(memory, said)) return true;
  const words = asked.flatMap(({ tokens }) => tokens.map(({ lower }) => lower));
  const own = statement.tokens.map(({ lower }) => lower);
  const isChange = words.some((word) => CHANGES.has(word)) && words.some((word) => CHANGED.has(word));
  if (!isChange && !words.some((word) => ASKS.has(word)) && !own.some((word) => TELLS.has(word))) return false;
  const isSaid = (number: number) => Math.abs(number - said.number) <= TOLERANCE * Math.abs(said.number);
  if (memory.all.some(({ byUser, values }) => byUser && isSaid(sumOf(values, said)))) return true;
  const given = amountsOf(asked).map(({ number }) => number);
  const counts = [...words, ...own].some((word) => TWO.has(word)) ? [2, ...given] : given;
  const alike = lastAmounts(memory).filter((each) => mayJoin(each, said));
  return alike.some(
    (one, place) =>
      counts.some((count) => count > 1 && (isSaid(one.number / count) || isSaid(one.number * count))) ||
      alike
        .slice(place + 1)
        .some((other) => isSaid(one.number + other.number) || isSaid(Math.abs(one.number - other.number))),
  );
}

/** A difference, a sum or a product of two that one turn tells: "bought at 6,000, sold at 9,500". */
function isOfTurn(memory: Draft["memory"], said: Amount): boolean {
  if (said.number < CHANCE_NUMBER) return false;
  return amountsByTurn(memory).some((amounts) =>
    amounts.some((one, place) =>
      amounts.slice(place + 1).some((other) => {
        if (Math.abs(one.number * other.number - said.number) <= TOLERANCE * said.number)
          return one.number > 1 && other.number > 1;
        if (!mayJoin(one, said) || !mayJoin(other, said)) return false;
        return one.number + other.number === said.number || Math.abs(one.number - other.number) === said.number;
      }),
    ),
  );
}

/** What the user told, turn by turn. */
const amountsByTurn = oncePer(({ all }: Draft["memory"]): readonly Amount[][] => {
  const told = all.filter(({ byUser }) => byUser);
  return [...Map.groupBy(told, ({ turn }) => turn).values()].map((turn) =>
    amountsOf(turn).slice(0, NUMBERS_OF_TURN_MAX),
  );
});

const lastAmounts = oncePer(({ all }: Draft["memory"]): readonly Amount[] =>
  amountsOf(all.filter(({ byUser }) => byUser)).slice(-NUMBERS_MAX),
);

function amountsOf(statements: readonly Pick<Statement, "values">[]): Amount[] {
  return statements.flatMap(({ values }) => values.filter((value) => value.type === "amount"));
}

/** Of one statement, all that may be summed: "240 for hers, 185 for his and 60 for mine". */
function sumOf(values: Statement["values"], said: Amount): number {
  return values.reduce((sum, value) => sum + (value.type === "amount" && mayJoin(value, said) ? value.number : 0), 0);
}

/** One of them may be written without its unit. */
function mayJoin({ unit }: Amount, said: Amount): boolean {
  return unit === null || said.unit === null || unit.name === said.unit.name;
}
