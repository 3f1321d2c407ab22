// The API that commands ask: of a running server, or put together over the data itself, without brains in memory.
import { version } from "../../package.json" with { type: "json" };
import { HOLDS_NO_BRAINS } from "../accounts/holds-no-brains.ts";
import { selectBrain } from "../accounts/select-brain.ts";
import { type Closers, createClosers } from "../app/closers.ts";
import type { AccountApi, AccountApiContext, ApiRequest, AskedApi } from "../cli/account-api.ts";
import type { DataOptions, ModelOptions } from "../cli/context.ts";
import { requireAccount } from "../cli/operator-command.ts";
import { accountDefaultsOf, limitsOf, readPlans } from "../config/read-limits.ts";
import type { Settings } from "../config/settings.ts";
import { doneBy, SHELL } from "../domain/audit.ts";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { Store } from "../domain/ports/store.ts";
import { createApp } from "../http/app.ts";
import { CORE_HEADER, USER_HEADER } from "../http/brain-headers.ts";
import { constitutionRoutes } from "../http/constitution-routes.ts";
import { lessonRoutes } from "../http/lesson-routes.ts";
import { settingsRoutes } from "../http/settings-routes.ts";
import { userRoutes } from "../http/user-routes.ts";
import { readInPlace } from "../reading/read-in-place.ts";
import { DataRefusedError } from "../storage/files/data-directory.ts";
import { answerOf, askServer } from "./ask-server.ts";
import { type CommandParts, lockStoppedData, openEmbedderOf } from "./command-parts.ts";

export function createAccountApiCommand(parts: CommandParts): Pick<AccountApiContext, "openAccountApi"> {
  return {
    async openAccountApi(options, { server, ...asked }) {
      if (server === null) return openHere(parts, options, asked);
      return {
        ask: async <T>(request: ApiRequest) => (await inArguments(askServer(server, sent(request)))) as T,
        close: async () => {},
      };
    },
  };
}

function sent({ method, path, brain, body }: ApiRequest) {
  const { core = null, user = null } = brain ?? {};
  const headers = {
    ...(user === null ? {} : { [USER_HEADER]: user }),
    ...(core === null ? {} : { [CORE_HEADER]: core }),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  };
  return { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}

/** Whoever typed arguments, or wrote a file, knows of no body. */
async function inArguments(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    throw new MemoryError(error.code, error.message.replace(" in the body", ""), error.details);
  }
}

async function openHere(
  parts: CommandParts,
  options: DataOptions & ModelOptions,
  { account, writesLessons }: Omit<AskedApi, "server">,
): Promise<AccountApi> {
  const settings = parts.settingsOf(options);
  const closers = createClosers();
  try {
    const store = await parts.openStore(options);
    closers.add(() => store.close());
    const identity = await requireAccount(store, account);
    if (writesLessons) {
      const lock = lockStoppedData(store.files, "ask it");
      closers.add(() => lock.release());
    }
    const failures: unknown[] = [];
    const embedder = embedderOf(parts, settings, store, closers);
    const app = appOver({ parts, settings, store, embedder, identity, onFailure: (error) => failures.push(error) });
    return {
      async ask<T>(request: ApiRequest) {
        const { path, ...init } = sent(request);
        const response = await app.handle(new Request(`http://localhost${path}`, init));
        if (response.status === 500) throw failures.at(-1) ?? new Error("the data could not be used");
        return (await inArguments(answerOf(response, "the data"))) as T;
      },
      close: closers.closeAll,
    };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

interface Shell {
  readonly parts: CommandParts;
  readonly settings: Settings;
  readonly store: Store;
  readonly embedder: Pick<Embedder, "embed">;
  readonly identity: KeyIdentity;
  readonly onFailure: (error: unknown) => void;
}

/** The shell may do all that an admin key may, whatever plan and payment say. */
function appOver({ parts, settings, store, embedder, identity, onFailure }: Shell) {
  const { clock, random } = parts;
  const nothing = () => {};
  const vectors = { ...HOLDS_NO_BRAINS.vectors, append: nothing, remove: nothing, refresh: async () => {} };
  const service = {
    ...store,
    ...HOLDS_NO_BRAINS,
    ...{ clock, random, vectors, reading: readInPlace() },
    embedder: { ...HOLDS_NO_BRAINS.embedder, ...embedder },
    limits: limitsOf(settings),
    plans: readPlans(settings),
    accountDefaults: accountDefaultsOf(settings),
    hasEndpoint: settings.distiller_url !== "",
  };
  const routes = [
    ...userRoutes(service),
    ...settingsRoutes(service),
    ...constitutionRoutes(service),
    ...lessonRoutes(service),
  ];
  const surroundings = {
    authenticate: async () => identity,
    resolveBrain: (
      _: KeyIdentity,
      selection: Parameters<typeof selectBrain>[2],
      use: Parameters<typeof selectBrain>[3],
    ) => selectBrain(service, identity, selection, use),
    readiness: async () => ({ ready: true, checks: {} }),
    now: () => new Date(clock.now()),
    newRequestId: () => "shell",
    logFailure: ({ error }: { error: unknown }) => onFailure(error),
    bodyBytesMax: settings.body_bytes_max,
    corsOrigins: new Set<string>(),
    version,
  };
  return createApp(surroundings, routes);
}

/** Opened for the first text. Throws DataRefusedError where the data is embedded with another model. */
function embedderOf(parts: CommandParts, settings: Settings, store: Store, closers: Closers): Pick<Embedder, "embed"> {
  const open = async () => {
    const pool = await openEmbedderOf({ ...settings, embedding_workers: 1 }, parts);
    closers.add(() => pool.close());
    const current = await store.model.current();
    if (current !== null && current.sha256 !== pool.model.sha256) {
      throw new DataRefusedError(`the data is embedded with the model ${current.id}: name its folder with --model-dir`);
    }
    if (current === null) await store.model.adopt(pool.model, doneBy({ id: SHELL }, parts.clock));
    return pool;
  };
  let opened: ReturnType<typeof open> | null = null;
  return {
    async embed(request) {
      opened ??= open();
      return (await opened).embed(request);
    },
  };
}
