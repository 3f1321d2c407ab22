// A service in process behind a socket, for clients that can only be given an address.
import type { Client } from "../support/client.ts";
import { startTestService, type TestAccount, type TestService } from "../support/test-service.ts";

export interface Served {
  readonly service: TestService;
  readonly account: TestAccount;
  /** Requests that come there have no key of their own: they are this client's. */
  open(client: Client): { readonly url: string; stop(): Promise<void> };
  close(): Promise<void>;
}

export async function serve(): Promise<Served> {
  const service = await startTestService();
  const account = await service.account();
  const servers: Bun.Server<undefined>[] = [];
  return {
    service,
    account,
    open(client) {
      const server = Bun.serve({
        hostname: "127.0.0.1",
        port: 0,
        async fetch(request) {
          const headers = new Headers(request.headers);
          for (const [name, value] of Object.entries(client.headers())) headers.set(name, value);
          const { method, signal } = request;
          const body = method === "POST" ? await request.text() : null;
          return client.pass(new Request(request.url, { method, headers, signal, body }));
        },
      });
      servers.push(server);
      return { url: `http://localhost:${server.port}/mcp`, stop: () => server.stop(true) };
    },
    async close() {
      await Promise.all(servers.map((server) => server.stop(true)));
      await service.close();
    },
  };
}
