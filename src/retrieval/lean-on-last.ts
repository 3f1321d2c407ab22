// An input that leans on what went before is looked up together with the last turn of its session.
import type { Packet } from "../domain/packet.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import type { Lookup } from "./lookup.ts";

/** From this leaning on, up to two words of meaning, the words of the last turn are asked for too. */
const WORDLESS = 0.5;

/** The last recorded turn of the session; null where the input does not lean on it, or there is none. */
export async function turnBefore(
  packets: Pick<PacketStore, "listSession">,
  { brain, question: { session, stance } }: Lookup,
): Promise<Packet | null> {
  if (session === null || stance.leaning === 0) return null;
  const [last = null] = await packets.listSession(brain, session, { limit: 1, before: null });
  return last;
}

/** The question with what was said last: the more it leans, the more of that. */
export async function leanOn(
  vectors: Pick<VectorIndex, "compare">,
  lookup: Lookup,
  { seq, input }: Packet,
): Promise<Lookup> {
  const { brain, question } = lookup;
  const { vector, stance, text } = question;
  const [row = null] = await vectors.compare("packets", brain, [seq], vector);
  return {
    ...lookup,
    question: {
      ...question,
      ahead: null,
      text: stance.leaning >= WORDLESS ? `${input}\n${text}` : text,
      vector: row === null ? vector : between(vector, row.vector, stance.leaning),
    },
  };
}

/** The normalized sum of both, the second weighted. */
function between(one: Float32Array, other: Float32Array, weight: number): Float32Array {
  const sum = Float64Array.from(one, (value, at) => value + weight * other[at]!);
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length));
}
