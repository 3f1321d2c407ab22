// Reads texts by marks that a test puts into them, instead of by what they mean.
import type { StatedAttribute } from "../../src/domain/learning.ts";
import type { TextReading } from "../../src/domain/ports/text-reading.ts";

type ImportReading = Pick<TextReading, "readInput" | "redact" | "checkPatterns">;

/**
 * `secret` is redacted, whatever the kinds; `no,` corrects; `name: Dana` states a name; the pattern `bad` is none. Writes
 * down whose texts were read.
 */
export class MarkedReading implements ImportReading {
  readonly accounts = new Set<string | null>();
  /** Inputs that were read for what they say of themselves. */
  readonly inputs: string[] = [];

  readonly readInput: TextReading["readInput"] = async (text, account) => {
    this.accounts.add(account);
    this.inputs.push(text);
    const value = /name: (\w+)/.exec(text)?.[1];
    const attributes: StatedAttribute[] = value === undefined ? [] : [{ attribute: "name", value, cue: "name:" }];
    return { correction: text.startsWith("no,") ? "no" : null, attributes };
  };

  readonly redact: TextReading["redact"] = async ({ text }, account) => {
    this.accounts.add(account);
    return text.replaceAll("secret", "[redacted: card number]");
  };

  readonly checkPatterns: TextReading["checkPatterns"] = async ({ patterns }) => ({
    faults: patterns.map((pattern) => (pattern === "bad" ? "is no pattern" : null)),
    steps: 0,
  });
}
