// What the command mcp does: messages of a host go to /mcp, of a running server or of a service of its own without a socket.
import { version } from "../../package.json" with { type: "json" };
import { assembleService, createHttpApp, openMath } from "../app/assemble.ts";
import { checkSettings } from "../app/check-settings.ts";
import { startChores, startNight } from "../app/chores.ts";
import { type Closers, createClosers } from "../app/closers.ts";
import { createLiveSettings, type LiveSettings } from "../app/live-settings.ts";
import { createLogger, type Logger } from "../app/log.ts";
import { logUnlessStorage } from "../app/log-sparingly.ts";
import type { Service } from "../app/service.ts";
import type { DataOptions, ModelOptions } from "../cli/context.ts";
import type { McpChoice, McpContext, McpServer, McpSpeaker } from "../cli/mcp.ts";
import { requireAccount } from "../cli/operator-command.ts";
import { memoryBytesOf } from "../config/read-limits.ts";
import { MemoryError } from "../domain/errors.ts";
import type { Distiller } from "../domain/ports/distiller.ts";
import type { Store } from "../domain/ports/store.ts";
import { CORE_HEADER, USER_HEADER } from "../http/brain-headers.ts";
import { readLines } from "../mcp/read-lines.ts";
import { type RelayDeps, relayMessages, type SentMessage } from "../mcp/relay-messages.ts";
import { keyIn, sendTo } from "./ask-server.ts";
import { type CommandParts, openEmbedderOf } from "./command-parts.ts";
import { openForImport } from "./open-for-import.ts";

type McpCommands = Pick<McpContext, "relayMcp" | "speakMcp">;

const PATH = "/mcp";
const KEY_VARIABLE = "MEMORYD_API_KEY";
/** Larger than any body that a server takes. */
const LINE_BYTES_MAX = 64 * 1024 * 1024;

export function createMcpCommands(parts: CommandParts): McpCommands {
  return {
    relayMcp: (server, choice) => relayMcp(parts, server, choice),
    speakMcp: (options, speaker) => speakMcp(parts, options, speaker),
  };
}

function brainHeaders({ core, user }: McpChoice): Record<string, string> {
  return { ...(user === null ? {} : { [USER_HEADER]: user }), ...(core === null ? {} : { [CORE_HEADER]: core }) };
}

async function relayMcp({ environment }: CommandParts, server: McpServer, choice: McpChoice): Promise<void> {
  const { url, keyFile, caFile } = server;
  const given = keyFile === null ? environment[KEY_VARIABLE]?.trim() : keyIn(keyFile);
  if (given === undefined || given === "") {
    throw new MemoryError("unauthorized", `a key is needed: name its file with --key-file, or set ${KEY_VARIABLE}`);
  }
  await relayUntilClosed(({ headers, body, signal }) =>
    sendTo({ url, caFile, key: given }, { path: PATH, headers: { ...headers, ...brainHeaders(choice) }, body, signal }),
  );
}

async function speakMcp(parts: CommandParts, options: DataOptions & ModelOptions, speaker: McpSpeaker): Promise<void> {
  const closers = createClosers();
  try {
    await relayUntilClosed(await openHere(parts, options, speaker, closers));
  } finally {
    await closers.closeAll();
  }
}

/** What a service would do over the data, with the learning of one, and with nobody to hear it but the host. */
async function openHere(
  parts: CommandParts,
  options: DataOptions & ModelOptions,
  { account, core, user, isAdmin }: McpSpeaker,
  closers: Closers,
): Promise<RelayDeps["send"]> {
  const settings = parts.settingsOf(options);
  const { guard, corsOrigins, endpoint } = await checkSettings(settings);
  const live = createLiveSettings(settings);
  const log = createLogger(settings.log_level);
  const { store, close } = await openForImport(parts, options, "speak for it");
  closers.add(() => close(true));
  const operator = await requireAccount(store, account);
  const service = await assembleHere({ parts, live, store, endpoint, log }, closers);
  closers.add(startChores(service, store, logUnlessStorage(log)));
  closers.add(startNight(live, service, log));
  const app = createHttpApp(service, {
    identity: { ...operator, scope: isAdmin ? "admin" : "agent", core, user },
    readiness: async () => ({ ready: true, checks: {} }),
    newRequestId: () => crypto.randomUUID(),
    logFailure: ({ error, ...failure }) => log.error({ event: "request_failed", ...failure, err: error }),
    ...{ version, guard, corsOrigins, peerOf: () => null },
  });
  return ({ headers, body, signal }: SentMessage) =>
    app.handle(new Request(`http://localhost${PATH}`, { method: "POST", headers: { ...headers }, body, signal }));
}

interface HereParts {
  readonly parts: CommandParts;
  readonly live: LiveSettings;
  readonly store: Store;
  /** The operator's, to distil with; null: none. */
  readonly endpoint: Distiller | null;
  readonly log: Logger;
}

async function assembleHere({ parts, live, store, endpoint, log }: HereParts, closers: Closers): Promise<Service> {
  const settings = live.current;
  const math = await openMath(null);
  const embedder = await openEmbedderOf(settings, parts);
  closers.add(() => embedder.close());
  const stopping = new AbortController();
  const logFailure = logUnlessStorage(log);
  const { limits, plans, accountDefaults } = live;
  const service = await assembleService({
    ...{ store, embedder, math, endpoint, limits, plans, accountDefaults, version },
    ...{ intents: embedder.intents, inputs: embedder.inputs, classifier: embedder.classifier, judge: embedder.judge },
    clock: parts.clock,
    random: parts.random,
    memoryBytes: memoryBytesOf(settings),
    stopping: stopping.signal,
    learnAfterMs: () => live.current.learn_after_s * 1000,
    onBacklogFailure: (err, where) => logFailure({ event: "embedding_backlog_failed", ...where, err }),
  });
  closers.add(() => service.vectors.close());
  closers.add(() => service.backlog.close());
  closers.add(() => service.reembedding.close());
  closers.add(() => service.learner.settle());
  closers.add(() => stopping.abort(new Error("the host has gone")));
  return service;
}

/** Nothing but the protocol goes to standard output. A host that wants the end closes standard input, or sends a signal. */
async function relayUntilClosed(send: RelayDeps["send"]): Promise<void> {
  const reader: Reader = Bun.stdin.stream().getReader();
  const end = () => void reader.cancel().catch(() => {});
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
  await relayMessages({ lines: readLines(piecesOf(reader), LINE_BYTES_MAX), write: writeLine, send });
}

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

async function* piecesOf(reader: Reader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await reader.read();
    if (value !== undefined) yield value;
    if (done) return;
  }
}

/** A host that has gone reads no more: standard input ends then too. */
function writeLine(line: string): Promise<void> {
  return new Promise((resolve) => void process.stdout.write(`${line}\n`, () => resolve()));
}
