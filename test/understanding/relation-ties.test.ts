import { expect, test } from "bun:test";
import { readTies } from "../../src/understanding/relation-ties.ts";

const tiesOf = (text: string) => readTies(text).map(({ relation, name }) => `${relation} ${name}`);

test.each([
  ["My husband Tom got the job", "husband Tom"],
  ["Tom, my husband, got the job", "husband Tom"],
  ["Gerald, that is my brother, wants buns", "brother Gerald"],
  ["my boss is called Ana", "boss Ana"],
  ["our dog's name is Rex.", "dog Rex"],
  ["my climbing buddy osman says hi", "buddy osman"],
  ["My brother, Donal, rang", "brother Donal"],
  ["meine freundin Lina zieht um", "freundin Lina"],
  ["unser hausmeister herr Kaluza", "hausmeister Kaluza"],
  ["Milo's a glazier, he's my brother, and never home", "brother Milo"],
  ["I met Olga in Paris. She's my boss now", "boss Olga"],
  ["Henrik is a nurse, he is my husband", "husband Henrik"],
  ["mein Azubi heißt Mirko", "azubi Mirko"],
])("%s", (text, tie) => expect(tiesOf(text)).toEqual([tie]));

test.each([
  "my husband came home late",
  "My wife laughs at my pronunciation",
  "Thankfully, my son was there",
  "my boss, Friday is off",
  "the doctor Tom saw",
  "is my sister busy? Tom rang",
  "my mother Monday",
  "Work is crazy, he's my boss after all",
  "Lunch was good and she's my friend",
  "Nadia and Pia rang, she's my sister",
  "Great news! she is my sister too",
  "",
])("no tie: %s", (text) => expect(tiesOf(text)).toEqual([]));

test("at most 16, each once", () => {
  expect(tiesOf("my dog Rex and my dog Rex")).toEqual(["dog Rex"]);
  const many = Array.from(
    { length: 30 },
    (_, at) => `my friend N${String.fromCharCode(97 + (at % 26))}${at > 25 ? "x" : "y"} x.`,
  ).join(" ");
  expect(tiesOf(many)).toHaveLength(16);
});
