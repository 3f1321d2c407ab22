// Data that one model made and another opens: the same service on the same data, with another embedder.
import type { Embedding, EmbeddingRole, ModelSpec } from "../../src/domain/model-spec.ts";
import type { EmbeddingLane, EmbedRequest } from "../../src/domain/ports/embedder.ts";
import type { Client } from "./client.ts";
import { numbersIn } from "./test-engine.ts";
import {
  newDataDir,
  startTestService,
  type TestAccount,
  type TestService,
  type TestServiceOptions,
} from "./test-service.ts";
import { WordEmbedder } from "./word-embedder.ts";

/**
 * A model of its own: its words have their directions in the order in which it meets them, so that the first text that
 * it embeds looks like the first that another one embedded. It says what it was asked for, and may be stopped.
 */
export class NamedModel extends WordEmbedder {
  override readonly model: ModelSpec;
  readonly asked: { readonly text: string; readonly role: EmbeddingRole; readonly lane: EmbeddingLane }[] = [];
  #holds: ((text: string) => boolean) | null = null;
  #released = Promise.withResolvers<void>();

  constructor(id: string, change: Partial<ModelSpec> = {}) {
    super();
    this.model = {
      ...new WordEmbedder().model,
      id,
      sha256: new Bun.CryptoHasher("sha256").update(id).digest("hex"),
      ...change,
    };
  }

  /** Texts that match wait in the background until `release`. */
  hold(matches: (text: string) => boolean = () => true): void {
    this.#holds = matches;
    this.#released = Promise.withResolvers<void>();
  }

  release(): void {
    this.#holds = null;
    this.#released.resolve();
  }

  override async embed({ text, role, lane, isAwaited }: EmbedRequest): Promise<Embedding> {
    this.asked.push({ text, role, lane });
    if (lane === "background" && isAwaited?.() !== true && this.#holds?.(text) === true) await this.#released.promise;
    return super.embed({
      text: `${role === "query" ? this.model.queryPrefix : this.model.passagePrefix}${text}`,
      role,
      lane,
    });
  }

  /** How often a text was asked for in the background. */
  count(text: string): number {
    return this.asked.filter((each) => each.text === text && each.lane === "background").length;
  }
}

/** One data directory, opened with one model after another. */
export class ChangingModels {
  readonly dataDir = newDataDir();
  #open: TestService | null = null;

  async start(embedder: NamedModel, options: TestServiceOptions = {}): Promise<TestService> {
    await this.close();
    this.#open = await startTestService({ ...options, embedder, dataDir: this.dataDir });
    return this.#open;
  }

  /** The models of a table's embeddings, by their numbers. */
  modelsOf(table: "packet_embeddings" | "input_embeddings" | "lesson_embeddings"): number[] {
    if (this.#open === null) throw new Error("no service is open");
    return numbersIn(this.#open.data, `SELECT model FROM ${table}`);
  }

  async close(): Promise<void> {
    await this.#open?.close();
    this.#open = null;
  }
}

/** The account's admin, as the service that was started again knows it. */
export function adminOf(service: TestService, account: TestAccount): Client {
  return service.withKey(account.admin.key ?? "");
}

/** Resolves when nothing of another model is left. */
export async function allRenewed(service: TestService): Promise<void> {
  while (service.service.reembedding.progress() !== null) await Bun.sleep(2);
}
