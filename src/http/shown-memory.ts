// A packet as clients see it.
import { isoTime, isoTimeOrNull } from "../base/iso-time.ts";
import { type Packet, packetText } from "../domain/packet.ts";

export function shownMemory(packet: Packet) {
  return {
    id: packet.id,
    text: packetText(packet),
    created_at: isoTime(packet.createdAt),
    session: packet.session,
    occurred_at: isoTimeOrNull(packet.occurredAt),
    metadata: packet.metadata,
  };
}

function keptOf(packet: Packet) {
  return {
    packet_type: packet.kind,
    input: packet.input,
    answer: packet.answer,
    confidence: packet.confidence,
    unconfirmed_overwrite: packet.unconfirmedOverwrite,
    cues: packet.cues,
  };
}

/** With `detail`, for who wants the parts of the text and the rest of what is kept. */
export function shownWithDetail(packet: Packet) {
  return { ...shownMemory(packet), detail: keptOf(packet) };
}

export function shownDetail(packet: Packet) {
  return { ...shownMemory(packet), ...keptOf(packet) };
}
