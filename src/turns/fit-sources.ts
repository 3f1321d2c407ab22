// Chooses how much of the retrieved memory fits into a brief.
import { countTokens } from "../base/count-tokens.ts";
import { countWithin } from "../base/count-within.ts";
import { type AccountSettings, SOURCES_MAX } from "../domain/account-settings.ts";
import { packetText } from "../domain/packet.ts";
import type { LongTurn, TextHead, TextReading } from "../domain/ports/text-reading.ts";
import type { RetrievedPacket } from "../domain/retrieved.ts";

export interface FittedSource extends RetrievedPacket {
  /** The packet's text as the brief shows it: whole, or by the passages that matter, gaps marked. */
  readonly text: string;
}

export interface FitSourcesDeps {
  readonly reading: Pick<TextReading, "quotePassages">;
}

export interface MemoryBudget {
  readonly question: string;
  /** The owner of all texts. */
  readonly account: string;
  readonly tokensMax: number;
}

/** The sources of a brief, best first: see `shareBudget`. One longer than its share is quoted by passages. */
export async function fitSources(
  { reading }: FitSourcesDeps,
  retrieved: readonly RetrievedPacket[],
  { question, account, tokensMax }: MemoryBudget,
): Promise<FittedSource[]> {
  const whole = retrieved.map((each) => ({ ...each, text: packetText(each.packet) }));
  const tokens = whole.map(({ text }) => countTokens(text));
  const shares = shareBudget(tokens, tokensMax);
  const fitted = whole.slice(0, shares.length);
  const long = [...shares.keys()].filter((at) => shares[at]! < tokens[at]!);
  if (long.length === 0) return fitted;
  const unitsMax = Math.min(FIELD_UNITS_MAX, Math.floor(READ_UNITS_MAX / long.length));
  const turns = long.map((at) => longTurn(fitted[at]!, shares[at]!, unitsMax));
  const quoted = await reading.quotePassages({ question, turns }, account);
  for (const [index, at] of long.entries()) fitted[at] = { ...fitted[at]!, text: quoted[index]! };
  return fitted;
}

/**
 * Of an account that chose no number of sources: beyond SOURCES_MAX only those that leave all of them whole within half of
 * the budget.
 */
export function withinRoom<T extends Pick<RetrievedPacket, "packet">>(
  retrieved: readonly T[],
  { sourcesMax }: Pick<AccountSettings, "sourcesMax">,
  tokensMax: number,
): readonly T[] {
  if (sourcesMax !== null || retrieved.length <= SOURCES_MAX) return retrieved;
  const tokens = retrieved.map(({ packet }) => countTokens(packetText(packet)));
  return retrieved.slice(0, Math.max(SOURCES_MAX, countWithin(tokens, tokensMax / 2)));
}

/** How many of the sources find room in a brief. */
export function countFitting(retrieved: readonly RetrievedPacket[], tokensMax: number): number {
  return shareBudget(
    retrieved.map(({ packet }) => countTokens(packetText(packet))),
    tokensMax,
  ).length;
}

/** UTF-16 units that are looked through, of an input or an answer and of all inputs or answers: what lies behind is not quoted. */
const FIELD_UNITS_MAX = 32_768;
const READ_UNITS_MAX = 262_144;

function longTurn({ packet }: RetrievedPacket, tokensMax: number, unitsMax: number): LongTurn {
  return { input: headOf(packet.input, unitsMax), answer: headOf(packet.answer, unitsMax), tokensMax };
}

/** At most so many UTF-16 units, no character split. */
function headOf(text: string, unitsMax: number): TextHead {
  if (text.length <= unitsMax) return { text, isWhole: true };
  const unit = text.charCodeAt(unitsMax);
  return { text: text.slice(0, unit >= 0xdc00 && unit <= 0xdfff ? unitsMax - 1 : unitsMax), isWhole: false };
}

/** Tokens from which a few passages say something. */
const SHARE_TOKENS_MIN = 100;

/**
 * How many tokens each source has, best first; sources that find no room are not in it. A source's weight is 2 / (place +
 * 1), so that the better one says more, and what a short one does not need goes to the long ones by their weights.
 * Sources leave from the least-ranked end until each long one has some 100 tokens.
 */
export function shareBudget(tokens: readonly number[], tokensMax: number): number[] {
  // The more sources, the less each has: the most that find room are looked for by halving.
  let [fits, tooMany] = [Math.min(1, tokens.length), tokens.length + 1];
  while (tooMany - fits > 1) {
    const count = (fits + tooMany) >> 1;
    const shares = fillShares(tokens.slice(0, count), tokensMax);
    if (shares.every((share, at) => share >= Math.min(tokens[at]!, SHARE_TOKENS_MIN))) fits = count;
    else tooMany = count;
  }
  return fillShares(tokens.slice(0, fits), tokensMax);
}

function fillShares(tokens: readonly number[], tokensMax: number): number[] {
  const weights = tokens.map((_, at) => 2 / (at + 2));
  const shares: number[] = [];
  let [room, weight] = [tokensMax, weights.reduce((sum, each) => sum + each, 0)];
  // Those that need the least of their share come first: what they leave is shared by the others.
  const order = [...tokens.keys()].sort((a, b) => tokens[a]! / weights[a]! - tokens[b]! / weights[b]! || a - b);
  for (const at of order) {
    shares[at] = Math.min(tokens[at]!, Math.floor((room * weights[at]!) / weight));
    room -= shares[at]!;
    weight -= weights[at]!;
  }
  return shares;
}
