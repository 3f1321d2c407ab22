// Holds the name or the place that answers a question against memory.
import type { Difference, Draft } from "./draft.ts";
import { isWrittenAsName } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statements.ts";
import { plainWord, type Statement } from "./statement.ts";

/** How near memory must be to the question, for a name that it knows from elsewhere, and for one that it does not know. */
const KNOWN_NAME_TOPIC = 1.2;
const UNKNOWN_NAME_TOPIC = 0.6;
/** A name in a statement that is nearly as near as the nearest is not another's. */
const NAME_WITHIN = 0.5;
const NEAREST_WITHIN = 0.3;
const PLACE = /\b(?:in|at|near|to|on)\s+(?:the\s+)?\p{L}{3}/iu;

/** Parts of many names. */
const PLACE_KINDS: ReadonlySet<string> = new Set(
  "street st road lane avenue square hall house park church school station hospital centre center".split(" "),
);
/** "Wow, Caro, …" names whom it speaks to. */
const CALLS: ReadonlySet<string> = new Set(
  "wow thanks thank hey hi hello oh sorry glad congrats sounds awesome haha".split(" "),
);

/** The first statement of an answer to "who?" or "where?". */
export function judgeName(draft: Draft, statement: Statement): Difference | null {
  const { kinds } = draft.question;
  const where = kinds.has("where");
  if ((!where && !kinds.has("who")) || calls(statement)) return null;
  const asked = new Set(draft.asked.flatMap(({ tokens }) => tokens.map(plainWord)));
  const said = namesIn(draft, statement).filter((name) => !asked.has(name) && !PLACE_KINDS.has(name));
  const [first] = said;
  if (first === undefined) return null;
  const known = draft.memory.words.has(first);
  // A known place may be where something else is, and this too.
  if (known && !kinds.has("who")) return null;
  const topics = draft.memory.topics(draft.focus);
  const nearest = topics.reduce((best, topic) => Math.max(best, topic), 0);
  const naming = new Set(
    draft.memory.all
      .filter(({ tokens }) => tokens.some((token) => said.includes(plainWord(token))))
      .map(({ turn }) => turn),
  );
  const own = draft.memory.all.reduce(
    (best, { turn, at }) => (naming.has(turn) ? Math.max(best, topics[at]!) : best),
    0,
  );
  if (nearest < (known ? KNOWN_NAME_TOPIC : UNKNOWN_NAME_TOPIC) || own > nearest - NAME_WITHIN) return null;
  const near = new Set(
    draft.memory.all.filter(({ at }) => topics[at]! >= nearest - NEAREST_WITHIN).map(({ at }) => at),
  );
  const beside = ({ at }: RememberedStatement) => near.has(at) || near.has(at - 1) || near.has(at + 1);
  const names = (other: RememberedStatement) =>
    namesIn(draft, other).some((name) => !asked.has(name)) || (where && PLACE.test(other.text));
  const remembered = draft.memory.all.find((other) => beside(other) && !calls(other) && names(other));
  if (remembered === undefined || remembered.tokens.some((token) => said.includes(plainWord(token)))) return null;
  return { kind: "name", remembered };
}

function calls({ tokens }: Statement): boolean {
  return CALLS.has(tokens[0]?.lower ?? "");
}

function namesIn({ memory }: Draft, { tokens }: Statement): string[] {
  return tokens.flatMap((token, at) =>
    memory.names.has(plainWord(token)) || isWrittenAsName(tokens, at) ? [plainWord(token)] : [],
  );
}
