// A primary with a synchronous standby behind one address: the primary is killed, the standby promoted, a new one made.
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Socket } from "bun";
import { type PostgresServer, runAsServer, startPostgres, startStandby } from "../../support/postgres.ts";

const SYNCHRONOUS = ["synchronous_standby_names = '*'", "synchronous_commit = on", "wal_keep_size = '256MB'"];

export interface Pair {
  /** Like that of one server, but by the address that always leads to the primary. */
  readonly server: PostgresServer;
  failOver(): Promise<void>;
  close(): void;
}

export async function startPair(): Promise<Pair> {
  let primary = await startPostgres([]);
  let standby = await startStandby(primary);
  appendFileSync(join(primary.folder, "data", "postgresql.conf"), `${SYNCHRONOUS.join("\n")}\n`);
  runAsServer("pg_ctl", "-D", join(primary.folder, "data"), "reload");
  const door = openDoor(() => primary.port);
  const url = (database: string) => `postgres://memoryd@127.0.0.1:${door.port}/${database}`;
  return {
    server: { ...primary, port: door.port, url },
    async failOver() {
      const former = primary;
      former.stop("immediate");
      runAsServer("pg_ctl", "-D", join(standby.folder, "data"), "-w", "promote");
      primary = standby;
      appendFileSync(join(primary.folder, "data", "postgresql.conf"), `${SYNCHRONOUS.join("\n")}\n`);
      runAsServer("pg_ctl", "-D", join(primary.folder, "data"), "reload");
      rmSync(former.folder, { recursive: true, force: true });
      // Until it is there, every commit waits: nothing is acknowledged that one machine alone has.
      standby = await startStandby(primary);
    },
    close() {
      door.close();
      for (const each of [primary, standby]) {
        each.stop("immediate");
        rmSync(each.folder, { recursive: true, force: true });
      }
    },
  };
}

interface Ends {
  other: Socket<Ends> | null;
  readonly waiting: Uint8Array[];
}

/** Hands each connection to the port that is the primary's when it is made. */
function openDoor(port: () => number): { readonly port: number; close(): void } {
  const hand = {
    data(socket: Socket<Ends>, bytes: Uint8Array) {
      if (socket.data.other === null) socket.data.waiting.push(Uint8Array.from(bytes));
      else write(socket.data.other, bytes);
    },
    close: (socket: Socket<Ends>) => void socket.data.other?.end(),
    error: (socket: Socket<Ends>) => void socket.data.other?.end(),
    drain: (socket: Socket<Ends>) => flush(socket),
  };
  const unsent = new WeakMap<Socket<Ends>, Uint8Array[]>();
  const write = (socket: Socket<Ends>, bytes: Uint8Array) => {
    const left = unsent.get(socket) ?? [];
    left.push(Uint8Array.from(bytes));
    unsent.set(socket, left);
    flush(socket);
  };
  const flush = (socket: Socket<Ends>) => {
    const left = unsent.get(socket) ?? [];
    for (let first = left[0]; first !== undefined; first = left[0]) {
      const sent = Math.max(0, socket.write(first));
      if (sent < first.byteLength) {
        left[0] = first.subarray(sent);
        return;
      }
      left.shift();
    }
  };
  const server = Bun.listen<Ends>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      ...hand,
      async open(socket) {
        socket.data = { other: null, waiting: [] };
        try {
          const ends: Ends = { other: socket, waiting: [] };
          const other = await Bun.connect<Ends>({ hostname: "127.0.0.1", port: port(), data: ends, socket: hand });
          for (const bytes of socket.data.waiting.splice(0)) write(other, bytes);
          socket.data.other = other;
        } catch {
          socket.end();
        }
      },
    },
  });
  return { port: server.port, close: () => server.stop(true) };
}
