import { expect, test } from "bun:test";
import { describeError } from "../../src/app/log.ts";

const SECRET = "the user's own words";

test("an error's kind, message, code and place are logged", () => {
  const error = Object.assign(new TypeError("x is not a function"), { code: "E1" });
  const shown = describeError(error);
  expect(shown).toMatchObject({ type: "TypeError", message: "x is not a function", code: "E1" });
  expect(String(shown.at)).toContain("log.test.ts");
});

test("what quotes its input is logged without it, through every cause", () => {
  const query = new Error(`Failed query: insert into packets\nparams: ${SECRET}`, {
    cause: new Error("disk I/O error"),
  });
  const parse = new SyntaxError(`JSON Parse error: Unexpected identifier "${SECRET}"`);
  for (const error of [query, parse, new Error("outer", { cause: parse }), new Error("outer", { cause: query })]) {
    expect(JSON.stringify(describeError(error))).not.toContain(SECRET);
  }
  expect(JSON.stringify(describeError(query))).toContain("disk I/O error");
});

test("a message of several lines adds nothing to the place", () => {
  expect(JSON.stringify(describeError(new SyntaxError(`one\n${SECRET}\nthree`)))).not.toContain(SECRET);
});

test("what is no error is logged by its kind alone", () => {
  expect(describeError(SECRET)).toEqual({ type: "string" });
});
