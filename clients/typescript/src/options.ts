// What a client is made with, checked before anything is sent.
import { MemorydError } from "./errors.ts";

/** 60 s: what the API suggests to callers. */
const TIMEOUT_MS = 60_000;
const RETRIES = 2;

/** What a client needs of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A turn that waits to be recorded. */
export interface PendingRecord {
  readonly turnToken: string;
  readonly answer: string;
  readonly user: string | null;
  readonly core: string | null;
}

export interface ClientOptions {
  /** Where the service is, such as `http://127.0.0.1:8787`; a path in front of the API is kept. */
  readonly url: string;
  /** A key of the service (`mk_live_…`), never one of a model provider. */
  readonly key: string | undefined;
  /** The end user whose memory is meant; absent: the one that the key is bound to, else the memory all users share. */
  readonly user?: string | undefined;
  /** The core that is meant; absent: the one that the key is bound to, else `default`. */
  readonly core?: string | undefined;
  /** Milliseconds for a whole call, its repetitions and waits included. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is repeated at most, where that is safe. Default: 2. */
  readonly retries?: number | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Told once of a turn that could not be recorded in the background, after all repetitions. */
  readonly onRecordFailed?: ((error: MemorydError, turn: PendingRecord) => void) | undefined;
  /** Told each time a turn goes on without memory, or an answer unverified, because the service did not answer. */
  readonly onUnavailable?: ((error: MemorydError, during: "prepare" | "verify") => void) | undefined;
}

/** Of one call. */
export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call, instead of the client's. */
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
  /** 1 to 128 of `A-Z a-z 0-9 . _ -`: the service logs the request under it. */
  readonly requestId?: string | undefined;
}

export interface Settings {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly fetch: Fetch;
}

/** Throws `bad_option`. */
export function readOptions(options: ClientOptions): Settings {
  const { timeoutMs = TIMEOUT_MS, retries = RETRIES } = options;
  if (!(timeoutMs > 0)) throw badOption("timeoutMs", "must be milliseconds above 0");
  if (!Number.isInteger(retries) || retries < 0) throw badOption("retries", "must be a whole number from 0 on");
  return {
    url: readUrl(options.url),
    key: readKey(options.key),
    timeoutMs,
    retries,
    // Called as a plain function: some runtimes refuse a fetch with another `this`.
    fetch: options.fetch ?? ((address, init) => globalThis.fetch(address, init)),
  };
}

function readUrl(text: string): string {
  if (typeof text !== "string" || !URL.canParse(text)) {
    throw badOption("url", "must be the address of the service, such as http://127.0.0.1:8787");
  }
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw badOption("url", "must begin with http:// or https://");
  if (url.username !== "" || url.password !== "")
    throw badOption("url", "must hold no name and password; give the key as `key`");
  if (url.search !== "" || url.hash !== "")
    throw badOption("url", "must end with its path: what follows ? or # is not sent");
  let end = url.href.length;
  while (url.href[end - 1] === "/") end -= 1;
  return url.href.slice(0, end);
}

/** White space around it is left out: a key that was read from a file ends with a line's end. */
function readKey(text: string | undefined): string {
  const key = typeof text === "string" ? text.trim() : "";
  if (key === "") throw badOption("key", "is missing: the admin key stands in admin.key in the data directory");
  if (!/^[\x21-\x7e]+$/.test(key)) throw badOption("key", "holds characters that no key has");
  return key;
}

/** Throws `bad_option` where the service would refuse the header. */
export function checkUser(user: string): string {
  if (!/^[\x21-\x7e]{1,128}$/.test(user) || user.includes("::")) {
    throw badOption("user", "must have 1 to 128 visible ASCII characters without ::");
  }
  return user;
}

/** Throws `bad_option` where the service would refuse the header. */
export function checkCore(core: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,38}$/.test(core))
    throw badOption("core", "must be a slug of a-z 0-9 - (up to 39 characters)");
  return core;
}

function badOption(name: string, rule: string): MemorydError {
  return new MemorydError("bad_option", `\`${name}\` ${rule}.`, { details: { option: name } });
}
