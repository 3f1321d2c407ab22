import { expect, test } from "bun:test";
import { tiesOf } from "../../src/statements/person-ties.ts";
import { readStatement } from "../../src/statements/read-statements.ts";

test.each([
  ["My niece Ottilie plays the harp", "ottilie niece"],
  ["We visit my brother-in-law, Anselm, in May", "anselm brother in law"],
  ["Ottilie is my niece", "ottilie niece"],
  ["Meeting Ottilie at the station, she's our niece from Graz", "ottilie niece"],
  ["My new landlord is Mr Quint", "quint landlord fresh"],
  ["my former coach was called Bela", "bela coach former"],
  ["Old boss Wenzel moved to Crete", "wenzel boss former"],
  ["You report to Yusra", "yusra boss"],
  ["Anselm's niece Ottilie plays the harp", ""],
  ["My niece plays the harp with Ottilie", ""],
  ["The report to Yusra is late", ""],
  ["My niece and Ottilie play the harp", ""],
])("%j ties %j", (text, expected) => {
  const told = tiesOf(readStatement(text)).map(({ name, relation, former, fresh }) =>
    [name, relation, ...(former ? ["former"] : []), ...(fresh ? ["fresh"] : [])].join(" "),
  );
  expect(told.join(", ")).toBe(expected);
});
