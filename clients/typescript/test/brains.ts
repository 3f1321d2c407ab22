// A service for a test file, and what its brains hold.
import { openLab, type Server } from "../../../test/e2e/executable.ts";
import { createClient, type MemorydClient } from "../src/client.ts";

interface Listed {
  readonly items: readonly { readonly id: string; readonly text: string }[];
}

export interface Service {
  readonly server: Server;
  readonly client: MemorydClient;
  /** Texts that a user's memory holds, oldest first. */
  textsOf(user: string): Promise<string[]>;
  /** Turns prepared ever, of all users: what the quota counts. */
  prepared(): Promise<number>;
}

/** To be awaited at the head of a test file. One that embeds in no time; what is asked must be close to what was said by its words. */
export async function openService(): Promise<Service> {
  const lab = openLab({ model: "tiny" });
  const server = await lab.start();
  const client = createClient({ url: server.url, key: server.adminKey });
  return {
    server,
    client,
    async textsOf(user) {
      await client.flush();
      const { body } = await server.ask<Listed>("GET", "/memory?limit=1000", { user });
      return body.items.map(({ text }) => text).reverse();
    },
    async prepared() {
      const { items } = await client.admin.accounts.list();
      return items[0]?.turns_this_month ?? 0;
    },
  };
}
