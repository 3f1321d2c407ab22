// Options of commands that a running server may be asked to do instead.
import { type Command, InvalidArgumentError } from "commander";

/** A running server, and the file of a key for it. */
export interface RunningServer {
  readonly url: string;
  readonly keyFile: string;
  /** PEM file of what signed its certificate; null: one of the authorities that everybody trusts. */
  readonly caFile: string | null;
  /** PEM of the very certificate that it must show; absent: any that the machine's authorities vouch for. */
  readonly certificate?: string;
}

export interface ServerOptions {
  readonly url?: string;
  readonly keyFile?: string;
  readonly caFile?: string;
  readonly account?: string;
  readonly dataDir?: string;
}

function parseUrl(text: string): string {
  if (!/^https?:\/\/[^/]/.test(text) || !URL.canParse(text)) throw new InvalidArgumentError("It is not a valid URL.");
  return text;
}

export function addServerOptions(command: Command, what: string): void {
  command
    .option("--url <url>", `${what} the server that runs there, in the account of the key`, parseUrl)
    .option("--key-file <file>", "file with an admin key, for --url")
    .option("--ca-file <file>", "PEM file of what signed the certificate of --url (default: the public authorities)");
}

/** null where the command works on the data itself. */
export function serverOf(command: Command, options: ServerOptions): RunningServer | null {
  const { url, keyFile, caFile, account, dataDir } = options;
  if (caFile !== undefined && url === undefined) command.error("error: --ca-file belongs to --url");
  if (url === undefined && keyFile === undefined) return null;
  if (url === undefined || keyFile === undefined) command.error("error: --url and --key-file belong together");
  if (account !== undefined || dataDir !== undefined) {
    command.error("error: with --url the key says whose memory it is: leave --account and --data-dir out");
  }
  return { url, keyFile, caFile: caFile ?? null };
}
