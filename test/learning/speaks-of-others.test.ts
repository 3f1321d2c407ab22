// Talk in which a rule's subject comes up beside other people's things, and what takes a rule back.
import { describe, expect, test } from "bun:test";
import { speaksOfOthers } from "../../src/learning/speaks-of-others.ts";

const deps = { reading: { readWishes: async () => [] } };
const isOfOthers = (said: string, rule: string) =>
  speaksOfOthers(deps, "a", said, { said: rule, kinds: [], topic: null });

describe("a rule's subject is spoken of", () => {
  test.each([
    ["Emojis are allowed again on the school's app", "no emojis please"],
    ["my nephew got his emojis back on his tablet", "no emojis please"],
    ["tables are back in the new handbook", "never use tables"],
    ["our thermostat switched to fahrenheit again", "no fahrenheit please"],
    ["you can take the tables from the leaflet now", "no tables"],
    ["remove the emojis from page 3 please, they're no longer needed", "no emojis"],
    ["In der Kantine hängen jetzt wieder Emojis", "Keine Emojis"],
    ["Les listes de mariage, c'est terminé", "Pas de listes"],
    ["Mi sobrina vuelve a usar emojis en Instagram", "Sin emojis"],
    ["my flatmate isn't vegetarian any more", "I'm vegetarian"],
    ["my colleague priya did that programme and she can have peanuts again", "no peanuts in anything you suggest"],
  ])("as of somebody else's: %s", async (said, rule) => {
    expect(await isOfOthers(said, rule)).toBe(true);
  });

  test.each([
    ["emojis are fine again", "no emojis please"],
    ["my boss left, so emojis are fine again", "no emojis please"],
    ["you can use tables again in your replies", "never use tables"],
    ["emojis are welcome again in our chats", "no emojis please"],
    ["my doctor says I can have dairy again", "no dairy"],
    ["my son's tests came back, he can have peanuts again", "no peanuts, my son is allergic"],
    ["my diet is over, meat is fine again", "no meat"],
    ["I eat meat again at home", "no meat"],
    ["bring back the tables in recipes", "no tables in recipes"],
    ["Emojis sind in Ordnung", "Keine Emojis"],
    ["tu peux remettre des emojis dans tes réponses", "Pas d'emojis"],
    ["puedes volver a usar emojis conmigo", "Sin emojis"],
    ["the boat is sold", "never mention the ferry in Oban"],
  ])("as of the answers, or not at all: %s", async (said, rule) => {
    expect(await isOfOthers(said, rule)).toBe(false);
  });
});
