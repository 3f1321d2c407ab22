// The attack as a whole: known texts and mixtures of them, against the writing alone and against a service.
import type { Client } from "../../support/client.ts";
import type { TestAccount, TestService } from "../../support/test-service.ts";
import {
  checkBrief,
  checkPrompts,
  plantDistilled,
  plantLearned,
  plantLesson,
  plantTurns,
  TOPIC,
} from "./attack-brain.ts";
import { attackWriting } from "./attack-writing.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";
import { TextMixer } from "./mix-texts.ts";

export interface AttackCounts {
  /** Briefs and prompts that were written and read back. */
  writings: number;
  /** Texts planted in a service. */
  planted: number;
  briefs: number;
  memories: number;
  rules: number;
  /** Rules that a caller's model wrote, and that the service drew from turns. */
  distilled: number;
  learned: number;
  /** Turns in prompts for a distiller. */
  promptTurns: number;
}

export function noCounts(): AttackCounts {
  return { writings: 0, planted: 0, briefs: 0, memories: 0, rules: 0, distilled: 0, learned: 0, promptTurns: 0 };
}

/** Each is one request more to a core. */
const CONTEXTS_MAX = 20;
const TOKENS = [60, 200, 2_000, 200_000];

/** Every known text as rule, as input, as answer, and as the core's context. */
export async function attackKnownWritings(counts: AttackCounts): Promise<void> {
  for (const { name, text } of HOSTILE_TEXTS) {
    const said = text.trim() === "" ? `x${text}` : text;
    for (const tokensMax of TOKENS) {
      await told(name, async () => {
        await attackWriting({ rules: [said], turns: [[said, text]], context: "", tokensMax });
        await attackWriting({
          rules: [said, said],
          turns: [
            [said, "ok"],
            ["ok", text],
          ],
          context: said,
          tokensMax,
        });
      });
      counts.writings += 2;
    }
  }
}

/** Mixtures: rules and turns of them in any number. */
export async function attackMixedWritings(counts: AttackCounts, cases: number, seed: number): Promise<void> {
  const mixer = new TextMixer(seed);
  for (let at = 0; at < cases; at++) {
    const rules = Array.from({ length: mixer.integer(4) }, () => mixer.next());
    const turns = Array.from({ length: mixer.integer(5) }, () => [mixer.next(), mixer.next()] as const);
    const tokensMax = TOKENS[mixer.integer(TOKENS.length)]!;
    const context = mixer.integer(4) === 0 ? mixer.next() : "";
    await told(`seed ${seed}, case ${at}`, () => attackWriting({ rules, turns, context, tokensMax }));
    counts.writings += 1;
  }
}

/** Each text in a brain of its own, and all of them together in another. */
export async function attackService(
  service: TestService,
  texts: readonly { readonly name: string; readonly text: string }[],
  counts: AttackCounts,
): Promise<void> {
  const account = await service.account();
  const { admin } = account;
  await admin.patch("/admin/settings", { sources_max: 20, memory_tokens: 200_000 });
  const together = admin.at({ user: "together" });
  await importTurns(together, texts);
  for (const [at, { name, text }] of texts.entries()) {
    const alone = admin.at({ user: `user-${at}` });
    await told(name, async () => {
      await plantTurns(alone, text);
      await plantLesson(alone, text);
      for (const question of [TOPIC, text]) add(counts, await checkBrief(alone, question));
      // Both turns say much the same, so they come to be one cluster.
      const plan = await checkPrompts(alone);
      counts.promptTurns += plan.turns;
      // Another text than the lesson above: what is a rule already is skipped.
      counts.distilled += await plantDistilled(alone, plan, texts[(at + 1) % texts.length]!.text);
      const taught = admin.at({ user: `taught-${at}` });
      counts.learned += await plantLearned(taught, text);
      for (const client of [alone, taught]) add(counts, await checkBrief(client, TOPIC));
      await plantLesson(together, text);
      if (at % 10 === 9) add(counts, await checkBrief(together, TOPIC));
    });
    counts.planted += 1;
  }
  await admin.patch("/admin/settings", { sources_max: 1_000 });
  add(counts, await checkBrief(together, TOPIC));
  await attackContext(account, texts, counts);
}

/** The core's context is the admins' own: it stands as it is, and what follows it is in form all the same. */
async function attackContext(
  { admin }: TestAccount,
  texts: readonly { readonly text: string }[],
  counts: AttackCounts,
): Promise<void> {
  await admin.post("/cores", { slug: "hostile", name: "Hostile" });
  const core = admin.at({ core: "hostile", user: "ada" });
  await plantTurns(core, "plain");
  for (const { text } of texts.slice(0, CONTEXTS_MAX)) {
    const context = [...text].slice(0, 8_000).join("");
    await admin.patch("/cores/hostile", { context });
    add(counts, await checkBrief(core, TOPIC, context));
  }
}

/** A chat file of all texts, each as what was said and as what was answered. */
async function importTurns(client: Client, texts: readonly { readonly text: string }[]): Promise<void> {
  const messages = texts.flatMap(({ text }) => [
    { role: "user", content: `${TOPIC}\n${text}`.slice(0, 30_000).toWellFormed() },
    { role: "assistant", content: `${text}\n${TOPIC}` },
  ]);
  const headers = { ...client.headers(), "content-type": "application/json" };
  const query = `?user=${client.selection.user}`;
  const init = { method: "POST", headers, body: JSON.stringify(messages) };
  const { status, body } = await client.send(`/admin/import${query}`, init);
  if (status !== 200) throw new Error(`the import was refused: ${JSON.stringify(body)}`);
}

function add(counts: AttackCounts, { rules, memories }: { rules: number; memories: number }): void {
  counts.briefs += 1;
  counts.rules += rules;
  counts.memories += memories;
}

async function told(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}
