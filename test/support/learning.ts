// What the tests of learning share: plans read and recorded, a distiller that says what the test wants, a step to stop at.
import { expect, spyOn } from "bun:test";
import type { ClusterPacket, PacketCluster } from "../../src/domain/learning.ts";
import type { Distiller } from "../../src/domain/ports/distiller.ts";
import type { LessonItem, LessonPage, PlanBody, PlanCluster, RecordedPlanBody, SyncBody } from "./bodies.ts";
import type { Answer, Client } from "./client.ts";
import type { WordEmbedder } from "./word-embedder.ts";

export async function planOf(client: Client): Promise<PlanBody> {
  const { status, body } = await client.post<PlanBody>("/synthesize/prepare", {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** A plan that holds something to learn. */
export async function openPlanOf(client: Client): Promise<PlanBody & { synthesis_token: string }> {
  const plan = await planOf(client);
  if (plan.synthesis_token === null) throw new Error("there was nothing to learn");
  return { ...plan, synthesis_token: plan.synthesis_token };
}

/** The cluster whose prompt has the text. */
export function clusterOf(plan: PlanBody, text: string): PlanCluster {
  const found = plan.clusters.find(({ prompt }) => prompt.includes(text));
  if (found === undefined) throw new Error(`no cluster has ${text}`);
  return found;
}

export interface Rule {
  readonly cluster_id: string;
  readonly text?: string | null;
}

export function recordRules(
  client: Client,
  token: string,
  lessons: readonly Rule[],
): Promise<Answer<RecordedPlanBody>> {
  return client.post<RecordedPlanBody>("/synthesize/record", { synthesis_token: token, lessons });
}

/** Plans and records, with `rule` for the only cluster. */
export async function learnRule(client: Client, rule: string | null): Promise<RecordedPlanBody> {
  const plan = await openPlanOf(client);
  expect(plan.clusters).toHaveLength(1);
  const { status, body } = await recordRules(client, plan.synthesis_token, [
    { cluster_id: plan.clusters[0]?.id ?? "", text: rule },
  ]);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

export async function sync(client: Client): Promise<SyncBody> {
  const { status, body } = await client.post<SyncBody>("/sync", {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

export async function lessonsOf(client: Client): Promise<readonly LessonItem[]> {
  return (await client.get<LessonPage>("/lessons?limit=1000")).body.lessons;
}

export async function rulesOf(client: Client): Promise<string[]> {
  return (await lessonsOf(client)).map((lesson) => lesson.response_text).sort();
}

/** Says the same twice, so that a cluster is kept; the ids in order. */
export async function sayTwice(client: Client, input: string): Promise<string[]> {
  return [await client.turn(input, "noted"), await client.turn(input, "noted")].sort();
}

/** Two clusters: green tea and black coffee. */
export async function twoClusters(client: Client) {
  const tea = await sayTwice(client, "green tea please");
  const coffee = await sayTwice(client, "black coffee now");
  const plan = await openPlanOf(client);
  const ids = { tea: clusterOf(plan, "green tea").id, coffee: clusterOf(plan, "black coffee").id };
  return { plan, token: plan.synthesis_token, tea, coffee, ids };
}

/** The operator's endpoint of a test; unless told otherwise the rule is the first input of the cluster. */
export class ScriptedDistiller implements Distiller {
  readonly isModel = true;
  readonly name = "scripted";
  readonly asked: PacketCluster[] = [];
  answer: (cluster: PacketCluster) => string | null | Promise<string | null> = firstInput;

  async distil(cluster: PacketCluster): Promise<string | null> {
    this.asked.push(cluster);
    return this.answer(cluster);
  }

  /** From now on no rule is given until `release`; `reached` is kept when one is asked for. */
  hold(): { readonly reached: Promise<void>; readonly release: () => void } {
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    this.answer = async (cluster) => {
      reached.resolve();
      await gate.promise;
      return firstInput(cluster);
    };
    return { reached: reached.promise, release: gate.resolve };
  }

  reset(): void {
    this.asked.length = 0;
    this.answer = firstInput;
  }
}

function firstInput({ packets }: PacketCluster): string | null {
  return packets[0]?.input ?? null;
}

export function inputsOf(cluster: { readonly packets: readonly ClusterPacket[] } | undefined): string[] {
  return (cluster?.packets ?? []).map((packet) => packet.input);
}

/** The background embedding of `text` waits until `release`; `reached` is kept when it is asked for. */
export function stopBeforeEmbedding(words: WordEmbedder, text: string) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const embed = words.embed.bind(words);
  const spy = spyOn(words, "embed").mockImplementation(async (request) => {
    if (request.text === text && request.lane === "background") {
      reached.resolve();
      await gate.promise;
    }
    return embed(request);
  });
  const release = () => {
    spy.mockRestore();
    gate.resolve();
  };
  return { reached: reached.promise, release };
}
