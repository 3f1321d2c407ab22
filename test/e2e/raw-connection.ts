// A bare TCP connection: for what no HTTP client would send.
import { connect, type Socket } from "node:net";
import { until } from "./until.ts";

export interface RawConnection {
  send(text: string): void;
  /** What has come back so far. */
  readonly received: string;
  /** Waits until what came back holds the text. */
  receive(text: string): Promise<void>;
  /** Waits until the other side has closed it. */
  closed(): Promise<void>;
  close(): void;
}

/** Connected, and nothing sent. */
export function openRaw(port: number): Promise<RawConnection> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1");
    let received = "";
    let over = false;
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
    });
    socket.on("error", reject); // After the connection nobody listens: a reset is an end like another.
    socket.on("close", () => {
      over = true;
    });
    socket.on("connect", () =>
      resolve({
        send: (text) => void socket.write(Buffer.from(text, "latin1")),
        get received() {
          return received;
        },
        receive: async (text) => {
          await until(`"${text}"`, () => {
            if (received.includes(text)) return true;
            if (over) throw new Error(`The connection ended without "${text}": ${received.slice(0, 300)}`);
            return undefined;
          });
        },
        closed: async () => {
          await until("the end of the connection", () => over || undefined);
        },
        close: () => void socket.destroy(),
      }),
    );
  });
}

/** The status of each answer in what came back, in order. */
export function statusesOf(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}
