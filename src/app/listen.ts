// The socket that the service answers on: plain or TLS, and exchanged while it runs.
import type { Server } from "bun";
import { listenAddressOf } from "../config/listen-address.ts";
import { CommandFault } from "../domain/command-fault.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";
import type { createApp } from "../http/app.ts";
import type { Tls } from "./read-tls.ts";

type App = ReturnType<typeof createApp>;
type HttpServer = Server<undefined>;
type Pem = Pick<Tls, "cert" | "key">;

/** The address cannot be listened on. */
export class PortError extends CommandFault {
  override readonly name = "PortError";
  readonly kind = "failed";
}

const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program listens there",
  EACCES: "no permission for this port",
  EINVAL: "this machine has no such address",
  EADDRNOTAVAIL: "this machine has no such address",
};

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** null: plain HTTP. */
  readonly tls: Pem | null;
}

export interface Listener {
  /** http://HOST:PORT or https://HOST:PORT. */
  readonly url: string;
  /** From the next request on the other app answers. */
  exchangeApp(app: App): void;
  /**
   * New connections get the new certificate; requests under way are answered with the old one. A connection that is
   * being made at that moment may be reset. Throws PortError.
   */
  exchangeTls(tls: Pem): void;
  /** Requests under way are answered; a connection that only stays open is closed after the time limit. */
  stop(timeoutMs: number): Promise<void>;
}

/** Throws PortError. */
export function listen(first: App, options: ListenOptions): Listener {
  let app = prepared(first);
  const open = (port: number, tls: Pem | null): HttpServer => {
    const { host } = options;
    const hostname = listenAddressOf(host);
    if (hostname === null) throw new PortError(`cannot listen on ${host} port ${port}: it is no IP address`);
    try {
      const common = { ...app.config.serve, hostname, port, fetch: (request: Request) => app.fetch(request) };
      // Elysia's type of these options allows what Bun's forbids, such as a socket file besides a port.
      return Bun.serve(
        (tls === null ? common : { ...common, tls: { cert: tls.cert, key: tls.key } }) as Bun.Serve.Options<undefined>,
      );
    } catch (error) {
      const why = LISTEN_FAULTS[faultCodeOf(error)] ?? (error instanceof Error ? error.message : "");
      throw new PortError(`cannot listen on ${host} port ${port}: ${why}`);
    }
  };
  let server = open(options.port, options.tls);
  app.server = server;
  const port = server.port ?? options.port;
  const url = urlOf(server, options.tls !== null);
  /** Earlier sockets, whose last requests may still be under way. */
  const leaving = new Set<HttpServer>();
  return {
    url,
    exchangeApp: (next) => {
      const old = app;
      app = prepared(next);
      old.server = null;
      app.server = server;
    },
    exchangeTls: (tls) => {
      // Bun cannot change the certificate of a socket that listens; its port is free again at once.
      const old = server;
      leaving.add(old);
      old.stop().finally(() => leaving.delete(old));
      server = open(port, tls);
      app.server = server;
    },
    stop: async (timeoutMs) => {
      const all = [server, ...leaving];
      const drained = Promise.all(all.map((each) => each.stop()));
      const late = Bun.sleep(timeoutMs).then(() => Promise.all(all.map((each) => each.stop(true))));
      await Promise.race([drained, late]);
    },
  };
}

/** Compiled before it knows its server: Elysia would put a compiled app in the place of the one that answers. */
function prepared(app: App): App {
  app.compile();
  return app;
}

function urlOf(server: HttpServer, isTls: boolean): string {
  const host = server.hostname ?? "";
  return `${isTls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${server.port}`;
}
