// Stands between a node and its database, hands on all that they say, and counts it; late, where a network is to be played.
import type { Socket } from "bun";
import { createMessageReader } from "./wire-messages.ts";

export interface RelayCounts {
  readonly toDatabaseBytes: number;
  readonly fromDatabaseBytes: number;
  /** Statements that were done, those that begin and end transactions included. */
  readonly statements: number;
  /** Statements of their own included: each is a transaction. */
  readonly transactions: number;
}

export interface CountRelay {
  readonly port: number;
  counts(): RelayCounts;
  close(): void;
}

interface Ends {
  /** null: the connection to the database is still being made. */
  other: Socket<Ends> | null;
  readonly waiting: Uint8Array[];
  readonly read: (bytes: Uint8Array) => void;
  readonly isClient: boolean;
}

/** Of the server's messages: a statement is done; the server waits, and no transaction is open. */
const DONE = "C";
const READY = "Z";
const IDLE = "I".charCodeAt(0);

/** Relays to a port of the loopback. `delayMs`: of whatever goes to the database, so that each answer comes so much later. */
export function openCountRelay(port: number, delayMs = 0): CountRelay {
  const counts = { toDatabaseBytes: 0, fromDatabaseBytes: 0, statements: 0, transactions: 0 };
  const ofServer = (type: string, first: number | null) => {
    if (type === DONE) counts.statements += 1;
    if (type === READY && first === IDLE) counts.transactions += 1;
  };
  const end = (isClient: boolean, other: Socket<Ends> | null): Ends => ({
    ...{ other, waiting: [], isClient },
    read: isClient ? () => {} : createMessageReader(ofServer),
  });
  const hand = {
    data(socket: Socket<Ends>, bytes: Uint8Array) {
      const { isClient, read } = socket.data;
      if (isClient) counts.toDatabaseBytes += bytes.byteLength;
      else counts.fromDatabaseBytes += bytes.byteLength;
      read(bytes);
      const kept = Uint8Array.from(bytes);
      if (isClient && delayMs > 0) setTimeout(() => pass(socket, kept), delayMs);
      else pass(socket, kept);
    },
    close: (socket: Socket<Ends>) => void socket.data.other?.end(),
    error: (socket: Socket<Ends>) => void socket.data.other?.end(),
    drain: (socket: Socket<Ends>) => flush(socket),
  };
  const server = Bun.listen<Ends>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      ...hand,
      open(socket) {
        socket.data = end(true, null);
        void reach(socket);
      },
    },
  });

  async function reach(client: Socket<Ends>): Promise<void> {
    try {
      const data = end(false, client);
      const database = await Bun.connect<Ends>({ hostname: "127.0.0.1", port, socket: hand, data });
      client.data.other = database;
      for (const bytes of client.data.waiting.splice(0)) write(database, bytes);
    } catch {
      client.end();
    }
  }

  return { port: server.port, counts: () => ({ ...counts }), close: () => server.stop(true) };
}

function pass(from: Socket<Ends>, bytes: Uint8Array): void {
  const { other, waiting } = from.data;
  if (other === null) waiting.push(bytes);
  else write(other, bytes);
}

/** What a socket did not take yet. */
const unsent = new WeakMap<Socket<Ends>, Uint8Array[]>();

function write(socket: Socket<Ends>, bytes: Uint8Array): void {
  const left = unsent.get(socket) ?? [];
  left.push(bytes);
  unsent.set(socket, left);
  flush(socket);
}

function flush(socket: Socket<Ends>): void {
  const left = unsent.get(socket) ?? [];
  for (let first = left[0]; first !== undefined; first = left[0]) {
    const sent = Math.max(0, socket.write(first));
    if (sent < first.byteLength) {
      left[0] = first.subarray(sent);
      return;
    }
    left.shift();
  }
}
