// Distils a cluster by a model behind an OpenAI-compatible chat endpoint on the operator's machine or network.
import { readEndpoint } from "../base/listed-endpoint.ts";
import type { PacketCluster } from "../domain/learning.ts";
import { DEFAULT_LIMITS } from "../domain/limits.ts";
import type { Distiller } from "../domain/ports/distiller.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";

/** `message` is the kind alone: "answered 500", "timed out", "stopped", "connection failed (ECONNREFUSED)", "no JSON". */
export class DistillingError extends Error {
  override readonly name = "DistillingError";
}

/** A rule is one sentence; the rest is for models that think aloud before it. */
const ANSWER_TOKENS_MAX = 1_024;
const ANSWER_BYTES_MAX = 64 * 1024;

export interface EndpointDistillerOptions {
  /** Base of the API, such as http://127.0.0.1:8080/v1; what is asked is its /chat/completions. */
  readonly url: string;
  readonly model: string;
  /** Host names without ports: see `chatUrlOf`. */
  readonly allowedHosts: readonly string[];
  /** For the whole exchange, from the connection to the answer's last byte. */
  readonly timeoutMs: number;
  /** Longest body of an answer; 65,536 unless given. */
  readonly answerBytesMax?: number;
  readonly system: string;
  readonly prompt: (cluster: PacketCluster) => string;
  /** The rule in what the model wrote; null where it found nothing durable. */
  readonly parse: (text: string) => string | null;
}

/** Throws EndpointSettingsError; its `distil` rejects with DistillingError alone, unless `prompt` or `parse` throws. */
export function createEndpointDistiller(options: EndpointDistillerOptions): Distiller {
  const url = chatUrlOf(options.url, options.allowedHosts);
  return {
    isModel: true,
    name: new URL(url).host,
    async distil(cluster, signal) {
      const prompt = options.prompt(cluster);
      const deadline = AbortSignal.timeout(options.timeoutMs);
      const over = new AbortController();
      let body: Uint8Array;
      try {
        body = await exchange(url, options, prompt, AbortSignal.any([signal, deadline, over.signal]));
      } catch (error) {
        if (error instanceof DistillingError) throw error;
        if (signal.aborted) throw new DistillingError("stopped");
        throw new DistillingError(deadline.aborted ? "timed out" : `connection failed${codeOf(error)}`);
      } finally {
        // What was refused unread would otherwise go on arriving until the garbage collector comes by.
        over.abort();
      }
      const rule = options.parse(contentOf(body));
      if (rule !== null && [...rule].length > DEFAULT_LIMITS.lessonCharsMax) throw new DistillingError("rule too long");
      return rule;
    },
  };
}

/** Rejects with whatever fetch throws, and with DistillingError. */
async function exchange(
  url: string,
  { model, system, answerBytesMax = ANSWER_BYTES_MAX }: EndpointDistillerOptions,
  prompt: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      accept: "application/json",
      "accept-encoding": "identity",
      "content-type": "application/json",
      "user-agent": "memoryd",
    },
    body: JSON.stringify({
      model,
      messages: [
        { role: "system", content: system },
        { role: "user", content: prompt },
      ],
      temperature: 0,
      max_tokens: ANSWER_TOKENS_MAX,
      stream: false,
    }),
    redirect: "manual",
    // BUN_CONFIG_VERBOSE_FETCH would print what the user said to the log.
    verbose: false,
    // Of what Bun takes for "no proxy", false alone also overrules HTTP_PROXY and its kin; "" and null do not.
    proxy: false,
    // NODE_TLS_REJECT_UNAUTHORIZED=0 would show it to anybody on the way.
    tls: { rejectUnauthorized: true },
    // A body unpacked by fetch could be far larger than what was counted on the wire.
    decompress: false,
    // Hours lie between two passes: a kept connection would be a dead one.
    keepalive: false,
    // Fetch gives up after five silent minutes, which a large model on a small machine may need; the signal decides.
    timeout: false,
    signal,
  });
  if (response.status >= 300 && response.status < 400) throw new DistillingError("redirected");
  if (response.status !== 200) throw new DistillingError(`answered ${response.status}`);
  return readBounded(response.body, answerBytesMax);
}

/** What the model wrote. */
function contentOf(body: Uint8Array): string {
  let answer: { choices?: { message?: { content?: unknown }; finish_reason?: unknown }[] } | null;
  try {
    answer = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    // The parser's own message quotes the answer.
    throw new DistillingError("no JSON");
  }
  const choice = answer?.choices?.[0];
  const content = choice?.message?.content;
  if (typeof content !== "string") throw new DistillingError("no answer in it");
  // Half a rule may say the opposite of the whole one.
  if (choice?.finish_reason === "length") throw new DistillingError("answer cut off");
  return content;
}

/** " (ECONNREFUSED)": the code says why without quoting anything; "" where there is none. */
function codeOf(error: unknown): string {
  const code = faultCodeOf(error);
  return /^\w+$/.test(code) ? ` (${code})` : "";
}

/** The settings name an endpoint that must not be asked; `message` is one sentence, without the URL. */
export class EndpointSettingsError extends Error {
  override readonly name = "EndpointSettingsError";
}

/** The URL to ask for completions below `base`; the hosts as `readEndpoint` takes them. Throws EndpointSettingsError. */
export function chatUrlOf(base: string, allowedHosts: readonly string[]): string {
  const read = readEndpoint("The distiller's", base, allowedHosts, "distiller_hosts");
  if ("fault" in read) throw new EndpointSettingsError(read.fault);
  return `${read.url}/chat/completions`;
}

/** The whole body, empty where there is none. Throws DistillingError at the first chunk beyond `bytesMax`. */
async function readBounded(body: ReadableStream<Uint8Array> | null, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new DistillingError(`answered more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
