// What the commands about users, settings, constitutions and lessons of an account ask: the API of a running server, or
// the same routes over the data itself.
import type { Command } from "commander";
import { DEFAULT_ACCOUNT } from "../domain/brain.ts";
import type { CommandContext, DataOptions, ModelOptions } from "./context.ts";
import { addDataOptions } from "./operator-command.ts";
import { addServerOptions, type RunningServer, type ServerOptions, serverOf } from "./running-server.ts";

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its query; what stands in it is escaped already. */
  readonly path: string;
  /** Which brain of the account; absent: the request is about none. */
  readonly brain?: { readonly core: string | null; readonly user: string | null };
  readonly body?: object;
}

export interface AccountApi {
  /** The JSON of the answer. Throws MemoryError as the API says. */
  ask<T>(request: ApiRequest): Promise<T>;
  close(): Promise<void>;
}

/** Whose API. */
export interface AskedApi {
  /** null: the data itself. */
  readonly server: RunningServer | null;
  /** Of the data itself; a server knows the account by the key. */
  readonly account: string;
  /** Data that a server holds is not the command's to write then: it has lessons in memory. */
  readonly writesLessons: boolean;
}

export interface AccountApiContext extends CommandContext {
  /** Throws `account_not_found`, and DataRefusedError where a server has the data that is to be written. */
  readonly openAccountApi: (options: DataOptions & ModelOptions, asked: AskedApi) => Promise<AccountApi>;
}

export interface AccountOptions extends DataOptions, ModelOptions, ServerOptions {
  readonly json?: true;
}

/** `whose`: such as "whose users". */
export function addAccountOptions(command: Command, whose: string): void {
  command.option("--account <account>", `${whose} (default: ${DEFAULT_ACCOUNT})`);
  addServerOptions(command, "ask");
  addDataOptions(command);
}

export async function withAccountApi(
  command: Command,
  context: AccountApiContext,
  options: AccountOptions,
  work: (api: AccountApi, account: string | null) => Promise<void>,
  { writesLessons = false } = {},
): Promise<void> {
  const server = serverOf(command, options);
  const account = options.account ?? DEFAULT_ACCOUNT;
  const api = await context.openAccountApi(options, { server, account, writesLessons });
  try {
    await work(api, server === null ? account : null);
  } finally {
    await api.close();
  }
}

/** A list to its end. `path`: without a cursor; `itemsOf`: those of one page. */
export async function readAll<T, P extends { readonly next_cursor: string | null }>(
  api: AccountApi,
  request: Pick<ApiRequest, "brain"> & { readonly path: string; readonly query?: Readonly<Record<string, string>> },
  itemsOf: (page: P) => readonly T[],
): Promise<T[]> {
  const { path, query = {}, ...rest } = request;
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const asked = new URLSearchParams({ ...query, ...(cursor === null ? {} : { cursor }) });
    const page: P = await api.ask<P>({ ...rest, method: "GET", path: asked.size === 0 ? path : `${path}?${asked}` });
    items.push(...itemsOf(page));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}
