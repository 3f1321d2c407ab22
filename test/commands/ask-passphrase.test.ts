// A passphrase typed on a terminal: nothing of it is shown, and it can be corrected and given up.
import { expect, test } from "bun:test";
import { AskingEndedError, askSecret, type SecretInput } from "../../src/commands/ask-passphrase.ts";

/** A terminal that is typed on once somebody listens. */
function terminal(...typed: (string | Uint8Array)[]) {
  const shown: string[] = [];
  const modes: boolean[] = [];
  let listeners = 0;
  const input: SecretInput = {
    setRawMode: (isRaw) => void modes.push(isRaw),
    on(_, heard) {
      listeners += 1;
      queueMicrotask(() => {
        for (const piece of typed) heard(piece);
      });
    },
    off() {
      listeners -= 1;
    },
    resume: () => {},
    pause: () => {},
  };
  const ask = () => askSecret("passphrase: ", input, (text) => shown.push(text));
  return { ask, shown, modes, listeners: () => listeners };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test("what is typed is taken up to the end of the line, and none of it is shown", async () => {
  const { ask, shown, modes, listeners } = terminal("vio", "let\r", "not this");
  expect(await ask()).toBe("violet");
  expect(shown).toEqual(["passphrase: ", "\n"]);
  expect([modes, listeners()]).toEqual([[true, false], 0]);
});

test("a letter in two pieces is one letter, and a backspace takes a whole one back", async () => {
  const [first, second] = [bytes("kü").slice(0, 2), bytes("kü").slice(2)];
  expect(await terminal(first, second, bytes("x\u007f🫖\bche\n")).ask()).toBe("küche");
  expect(await terminal("\b\b\u007fa\r").ask()).toBe("a");
});

test("Ctrl-D ends it, Ctrl-C gives it up and leaves the terminal as it was", async () => {
  expect(await terminal("abc\u0004").ask()).toBe("abc");
  const { ask, modes } = terminal("abc\u0003");
  await expect(ask()).rejects.toThrow(AskingEndedError);
  expect(modes).toEqual([true, false]);
});
