// The operator of the soak: exchanges keys, makes and deletes cores, teaches rules, reads lists, changes settings by HUP.
import { writeFileSync } from "node:fs";
import { turnAbout } from "../../bench/suite/seed-texts.ts";
import type { SeededRandom } from "../../vectors/seeded-random.ts";
import { type Call, callAs, type Tally, tell } from "./soak-caller.ts";
import type { Client } from "./soak-client.ts";

export interface OperatorOptions {
  readonly url: string;
  readonly adminKey: string;
  readonly tally: Tally;
  readonly random: SeededRandom;
  readonly clients: readonly { readonly client: Client; readonly key: { value: string } }[];
  /** Of the service, which reads it again at HUP. */
  readonly configFile: string;
  hangUp(): void;
}

export interface Operator {
  /** One chore after another, in turn. */
  nextChore(): Promise<void>;
  readonly done: Readonly<Record<string, number>>;
}

const CORE_TURNS = 3;
const REVOKED_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 50;

export function createOperator(options: OperatorOptions): Operator {
  const { url, adminKey: key, tally, random } = options;
  const done: Record<string, number> = {};
  let round = 0;

  const call = (kind: string, more: Omit<Call, "key">) => callAs(url, tally, kind, { key, ...more });

  async function exchangeKey(): Promise<void> {
    const chosen = options.clients[round % options.clients.length];
    if (chosen === undefined) return;
    const old = chosen.key.value;
    const next = await newAgentKey(url, tally, key, `client-${round}`);
    if (next === null) return;
    chosen.key.value = next;
    await chosen.client.settled();
    const id = old.slice("mk_live_".length, "mk_live_".length + 8);
    await call("revoke", { method: "DELETE", path: `/admin/keys/${id}` });
    await untilRefused(old);
  }

  async function untilRefused(old: string): Promise<void> {
    const end = performance.now() + REVOKED_WITHIN_MS;
    for (;;) {
      const asked = await callAs(url, tally, "revoked", {
        method: "GET",
        path: "/metrics",
        key: old,
        expect: [200, 401],
      });
      if (asked?.status === 401 || asked === null) return;
      if (performance.now() > end) return tell(tally, "revoked", "a revoked key still works");
      await Bun.sleep(LOOK_AGAIN_MS);
    }
  }

  async function coreLife(): Promise<void> {
    const slug = `passing-${round}`;
    const made = { slug, name: "Passing", context: "You answer for a while." };
    await call("core", { method: "POST", path: "/cores", body: made, expect: [201] });
    for (let turn = 0; turn < CORE_TURNS; turn++) {
      const { input, answer } = turnAbout(random, turn);
      const selection = { core: slug, user: "guest" };
      const prepared = await call("prepare", { method: "POST", path: "/prepare", body: { input }, ...selection });
      if (prepared === null) continue;
      const { turn_token } = JSON.parse(prepared.text) as { turn_token: string };
      await call("record", { method: "POST", path: "/record", body: { turn_token, answer }, ...selection });
    }
    await call("core", { method: "DELETE", path: `/cores/${slug}` });
  }

  async function reload(): Promise<void> {
    writeConfig(options.configFile, round);
    options.hangUp();
  }

  async function lists(): Promise<void> {
    await call("lists", { method: "GET", path: "/admin/users?limit=100" });
    await call("lists", { method: "GET", path: "/admin/keys" });
    await call("lists", { method: "GET", path: "/cores" });
    await call("lists", { method: "GET", path: "/readyz" });
  }

  async function rule(): Promise<void> {
    const user = "ruled";
    const body = { text: `Answer in ${2 + (round % 7)} sentences at most, and name number ${round}.` };
    const made = await call("rule", { method: "POST", path: "/lessons", user, body, expect: [201] });
    if (made === null) return;
    const { id } = JSON.parse(made.text) as { id: string };
    await call("rule", { method: "PATCH", path: `/lessons/${id}`, user, body: { text: `${body.text} Be brief.` } });
    await call("rule", { method: "DELETE", path: `/lessons/${id}?forget=false`, user });
  }

  const chores = { exchangeKey, coreLife, rule, lists, reload };

  return {
    done,
    async nextChore() {
      const names = Object.keys(chores) as (keyof typeof chores)[];
      const name = names[round % names.length]!;
      await chores[name]();
      done[name] = (done[name] ?? 0) + 1;
      round++;
    },
  };
}

/** A value that a HUP changes, each time another. */
export function writeConfig(file: string, round: number): void {
  writeFileSync(file, `log_slow_ms = ${5_000 + round}\n`);
}

/** null where there was none to be had. */
export async function newAgentKey(url: string, tally: Tally, adminKey: string, name: string): Promise<string | null> {
  const body = { name, scope: "agent" };
  const made = await callAs(url, tally, "key", {
    method: "POST",
    path: "/admin/keys",
    key: adminKey,
    body,
    expect: [201],
  });
  return made === null ? null : (JSON.parse(made.text) as { key: string }).key;
}
