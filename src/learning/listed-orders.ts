// Cuts a sentence into the orders that it lists: each may end by itself.
import type { MessageClassifier } from "../domain/ports/message-classifier.ts";
import type { OrderPart, WishSentence } from "../domain/wish.ts";

// Chosen on talk that strangers wrote, as bench:talk plays it (seen-lists).

/** From which a part asks for something by itself: names of things and reasons beside an order stay below. */
const ASKS_SHARE = 0.6;
/** And from which it does so where it is said of every time. */
const ASKS_ALWAYS_SHARE = 0.8;
/** Where no heading, and no "and" before a verb, shows a list. */
const ORDERS_MIN = 3;
const MARK_BETWEEN = /[,;]$/;

/** In the order in which they were said; none where the sentence is one order. */
export async function listedOrders(
  classifier: MessageClassifier,
  sentence: WishSentence,
  read: (order: string) => Promise<readonly WishSentence[]>,
): Promise<readonly WishSentence[]> {
  if (sentence.parted === null) return [];
  const { lead, parts, isList } = sentence.parted;
  const orders: string[] = [];
  let added = 0;
  for (const part of parts) {
    const last = orders.at(-1);
    const asks = await isOrder(classifier, part);
    if (last === undefined && asks) orders.push(part.text);
    // What is told first is why, and governs them all.
    else if (last === undefined) return [];
    else if (asks) {
      orders.push(part.text.slice(part.text.indexOf(part.order)));
      added += part.isAdded ? 1 : 0;
    } else orders[orders.length - 1] = `${last} ${part.text}`;
  }
  // Of two, the second may only say more of the first: "be tough on me about running, no shouting".
  if (orders.length < (isList || added > 0 ? 2 : ORDERS_MIN)) return [];
  return Promise.all(
    orders.map(async (order) => {
      const alone = lead + order.replace(MARK_BETWEEN, "");
      return orderIn(sentence, alone, await read(alone));
    }),
  );
}

async function isOrder(classifier: MessageClassifier, { order, is }: OrderPart): Promise<boolean> {
  if (is !== null) return is === "order";
  const said = await classifier.intentOf(order);
  if (said.order + said.once >= ASKS_SHARE) return true;
  const always = await classifier.intentOf(`${order}, always`);
  return always.order + always.once >= ASKS_ALWAYS_SHARE;
}

/** As the sentence says it: what shows that it is meant to last stands once in it. */
function orderIn(sentence: WishSentence, text: string, read: readonly WishSentence[]): WishSentence {
  const only = read.length === 1 ? read[0] : undefined;
  return {
    ...sentence,
    ...{ text, said: text, masked: text },
    rule: only?.rule ?? null,
    topic: only?.topic ?? null,
    kinds: read.flatMap(({ kinds }) => kinds),
    saysOnlyKinds: only?.saysOnlyKinds ?? false,
    isConditional: read.some(({ isConditional }) => isConditional),
    cue: only?.cue ?? null,
    pointsBack: false,
  };
}
