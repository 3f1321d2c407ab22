// What a script was asked to do: its options as they were written, or its help.
import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<T extends Options> = ReturnType<typeof parseArgs<{ args: string[]; options: T }>>["values"];

/** `bun run` hands on the `--` before the options. Ends the process for `--help`, and for an option that is unknown. */
export function readOptions<const T extends Options>(help: string, options: T): Values<T> {
  const args = Bun.argv.slice(2).filter((arg, at) => at > 0 || arg !== "--");
  if (args.includes("--help")) {
    console.log(help);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return refuseOptions(help);
  }
}

/** For options that make no sense. */
export function refuseOptions(help: string): never {
  console.log(help);
  process.exit(2);
}
