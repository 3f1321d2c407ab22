// Cuts what a PostgreSQL server says into messages: https://www.postgresql.org/docs/15/protocol-message-formats.html

/** A message is [type: 1 byte][length: u32, itself and the payload][payload]. */
const HEAD_BYTES = 5;
const LENGTH_BYTES = 4;

/** `first`: the first byte of the payload; null: there is none. */
export type OnMessage = (type: string, first: number | null) => void;

/** Takes the bytes as they come, and tells of each message once its head and the first byte after it are there. */
export function createMessageReader(onMessage: OnMessage): (bytes: Uint8Array) => void {
  const head = new Uint8Array(HEAD_BYTES + 1);
  const view = new DataView(head.buffer);
  let held = 0;
  let skipped = 0;
  return (bytes) => {
    for (let at = 0; at < bytes.byteLength; ) {
      if (skipped > 0) {
        const step = Math.min(skipped, bytes.byteLength - at);
        skipped -= step;
        at += step;
        continue;
      }
      head[held++] = bytes[at++]!;
      if (held < HEAD_BYTES) continue;
      const payload = view.getUint32(1) - LENGTH_BYTES;
      if (payload > 0 && held === HEAD_BYTES) continue;
      onMessage(String.fromCharCode(head[0]!), payload > 0 ? head[HEAD_BYTES]! : null);
      skipped = Math.max(0, payload - 1);
      held = 0;
    }
  };
}
