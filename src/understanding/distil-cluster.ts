// Distils without a model: the words of one member of a cluster become the rule.
import type { Steps } from "../base/steps.ts";
import type { ClusterPacket, PacketCluster } from "../domain/learning.ts";
import type { SentenceReader } from "../statements/sentence-reader.ts";
import type { RuleWriter, WrittenRule } from "./rule-writer.ts";

/** After this many members without a rule the cluster counts as having none. */
export const STATEMENTS_MAX = 5;
/** How many later members are read, to see whether one of them says something else. */
const LATER_MAX = 50;
/** Characters of an input that are compared with the other inputs. */
const COMPARED_CHARS = 500;

/**
 * The rule comes from the newest correction that holds one, else from the most central member, else from those that
 * share most words with the others. A statement that was taken back without a replacement gives null.
 */
export function* distilCluster(
  rules: RuleWriter,
  reader: SentenceReader,
  { packets, centralSeq }: PacketCluster,
): Steps<string | null> {
  for (const packet of yield* speakers(reader, packets, centralSeq)) {
    yield;
    const rule = rules.write(packet.input);
    if (rule !== null) return yield* latestWord(rules, packets, packet, rule);
    if (packet.kind === "correction" && rules.retracts(packet.input)) return null;
  }
  return null;
}

function* speakers(
  reader: SentenceReader,
  packets: readonly ClusterPacket[],
  centralSeq: number,
): Steps<ClusterPacket[]> {
  const corrections = packets.filter(({ kind }) => kind === "correction").sort((a, b) => b.seq - a.seq);
  const others = packets.filter(({ kind }) => kind !== "correction");
  const central = others.filter(({ seq }) => seq === centralSeq);
  const rest = yield* byLikeness(
    reader,
    others.filter(({ seq }) => seq !== centralSeq),
  );
  return [...corrections, ...central, ...rest].slice(0, STATEMENTS_MAX);
}

/** First the packets with the words that most others use; the newest first among equals. */
function* byLikeness(reader: SentenceReader, packets: readonly ClusterPacket[]): Steps<ClusterPacket[]> {
  if (packets.length < 2) return [...packets];
  const uses = new Map<string, number>();
  const read: { packet: ClusterPacket; stems: ReadonlySet<string> }[] = [];
  for (const packet of packets) {
    yield;
    const stems = new Set(reader.sentences(packet.input.slice(0, COMPARED_CHARS)).flatMap((each) => [...each.stems]));
    for (const stem of stems) uses.set(stem, (uses.get(stem) ?? 0) + 1);
    read.push({ packet, stems });
  }
  const likeness = ({ stems }: { stems: ReadonlySet<string> }) =>
    [...stems].reduce((sum, stem) => sum + uses.get(stem)!, 0) / Math.max(1, stems.size);
  return read
    .map((each) => ({ packet: each.packet, likeness: likeness(each) }))
    .sort((a, b) => b.likeness - a.likeness || b.packet.seq - a.packet.seq)
    .map(({ packet }) => packet);
}

/** The rule, or the newest one on the same topic from a later member of the same kind: people move house. */
function* latestWord(
  rules: RuleWriter,
  packets: readonly ClusterPacket[],
  packet: ClusterPacket,
  rule: WrittenRule,
): Steps<string> {
  const later = packets
    .filter(({ kind, seq }) => kind === packet.kind && seq > packet.seq)
    .sort((a, b) => b.seq - a.seq)
    .slice(0, LATER_MAX);
  for (const { input } of later) {
    yield;
    const other = rules.write(input);
    if (other !== null && other.topic === rule.topic) return other.text;
  }
  return rule.text;
}
