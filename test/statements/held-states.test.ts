// What somebody has one of at a time, what is told of another thing, and what users say that they are.
import { describe, expect, test } from "bun:test";
import { judgeTold } from "./judge-told.ts";

function kind(turns: readonly string[], question: string | null, answer: string): string {
  return judgeTold(turns, question, answer)?.kind ?? "";
}

const OTHERS = ["The cat sleeps all day.", "Tea is my thing.", "Otto visits in June.", "I swim on Sundays."];
const OTHERS_TOO = ["The bus was late.", "The rent is 900 euros.", "Soup again today.", "Remind me of the bins."];
const MOVED = ["We live in Graz.", ...OTHERS, ...OTHERS_TOO, "We've moved to Bergen last week."];
const BACK = [...MOVED, "We moved back to Graz."];
const OFFICE = ["Our office is in Kassel", "The office has relocated to Ulm"];
const WORK = ["I'm a teacher.", ...OTHERS, "I retrained and work as a plumber now"];
const NAME = ["My name is Petra.", ...OTHERS, "I changed my name to Nell."];
const FAIR = ["The fair is in March.", "It slipped to April."];

describe("after a change", () => {
  test.each([
    [MOVED, "Where do we live?", "You live in Bergen.", ""],
    [MOVED, "Where do we live?", "You live in Graz.", "outdated"],
    [MOVED, "Where do we live?", "In Graz.", "outdated"],
    [MOVED, "Where do we live?", "You lived in Graz and live in Bergen now.", ""],
    [MOVED, "Where did we live before?", "In Graz.", ""],
    [MOVED, "What is there to see in Graz?", "Graz has a clock tower.", ""],
    [BACK, "Where do we live?", "You live in Graz.", ""],
    [BACK, "Where do we live?", "You live in Bergen.", "outdated"],
    [["i live in graz", "we're in Bergen now"], "where do i live?", "You live in Graz.", "outdated"],
    [["i live in graz", "we're in Bergen for a week"], "where do i live?", "You live in Graz.", ""],
    [["i live in graz", "we nearly moved to Bergen"], "where do i live?", "You live in Graz.", ""],
    [["i live in graz", "Otto moved to Bergen"], "where do i live?", "You live in Graz.", ""],
    [["i live in graz", "we moved the sofa to the attic"], "where do i live?", "You live in Graz.", ""],
    [["Otto lives in Graz", "Otto has moved to Bergen"], "where does Otto live?", "Otto lives in Graz.", "outdated"],
    [OFFICE, "Where's the office?", "In Kassel.", "outdated"],
    [OFFICE, "Where's the office?", "In Ulm.", ""],
    [WORK, "What's my job?", "You are a plumber.", ""],
    [WORK, "What's my job?", "You are a teacher.", "outdated"],
    [WORK, "What's my job?", "You're not a teacher.", ""],
    [["I'm a teacher", "I'm a volunteer driver too now"], "What's my job?", "You are a teacher.", ""],
    [["I'm a nurse", "I got promoted, I'm head nurse now"], "What's my job?", "You are a nurse.", ""],
    [NAME, "What is my name?", "Your name is Nell.", ""],
    [NAME, "What is my name?", "Petra.", "outdated"],
    [FAIR, "When is the fair?", "The fair is in March.", "outdated"],
    [FAIR, "When is the fair?", "In April.", ""],
    [["The fair is in March.", "My exam slipped to April."], "When is the fair?", "In March.", ""],
  ])("told %j, asked %s, %s: %p", (turns, question, answer, expected) => {
    expect(kind(turns, question, answer)).toBe(expected);
  });
});

const BREAD = ["bread comes from Otto, Tuesdays and Fridays"];

describe("a change ends values of its own thing alone", () => {
  test.each([
    [[...BREAD, "cake for thursday... i mean friday, with plums"], "Tuesdays and Fridays.", ""],
    [[...BREAD, "we swim on wednesdays from may, closed fridays instead"], "Tuesdays and Fridays.", ""],
    [[...BREAD, "we close on wednesdays now, not fridays"], "Tuesdays and Fridays.", ""],
    [[...BREAD, "bread comes on wednesdays now, not fridays"], "On Fridays.", "outdated"],
    [[...BREAD, "not fridays any more, it's wednesdays"], "On Fridays.", "outdated"],
  ])("told %j, %s: %p", (turns, answer, expected) => {
    expect(kind(turns, "which days does the bread come?", answer)).toBe(expected);
  });
});

describe("two things", () => {
  test.each([
    [["The staff party is on 3 May"], "When is the garden party?", "The garden party is on 9 June.", ""],
    [["The staff party is on 3 May"], "When is the staff party?", "The staff party is on 9 June.", "date"],
    [["The staff party is on 3 May"], "When is the party?", "The party is on 9 June.", "date"],
    [["My parrot is called Lou"], "What is my hamster called?", "Your hamster is called Kim.", ""],
    [["My parrot is called Lou"], "What is my parrot called?", "Your parrot is called Kim.", "name"],
    [["the fete is on 3 May, Ulm, with Otto"], "when is the fete and where", "3 May, Ulm.", ""],
  ])("told %j, asked %s, %s: %p", (turns, question, answer, expected) => {
    expect(kind(turns, question, answer)).toBe(expected);
  });
});

const PLUMBER = [
  "the plumber comes on tuesday at 9. can you draft a note",
  "no wait, friday. tuesday is the window guy",
];
const LEUTE = ["wir sind 30 leute", "quatsch, 13 leute, die 30 war ein Tippfehler"];

describe("a correction that goes on", () => {
  test.each([
    [PLUMBER, "when does the plumber come?", "He comes on Tuesday at 9.", "outdated"],
    [PLUMBER, "when does the window guy come?", "He comes on Tuesday.", ""],
    [LEUTE, "wie viele sind wir?", "Ihr seid 30 Leute.", "outdated"],
    [LEUTE, "wie viele sind wir?", "Ihr seid 13 Leute.", ""],
  ])("told %j, asked %s, %s: %p", (turns, question, answer, expected) => {
    expect(kind(turns, question, answer)).toBe(expected);
  });
});

const BOSS = ["my boss is Ann", "my boss is Bea now"];

describe("what the user does, and whom with", () => {
  test.each([
    [["I don't smoke any more"], "do i smoke?", "Yes, you smoke.", "polarity"],
    [["I don't smoke any more"], "do i smoke?", "No, you don't smoke any more.", ""],
    [["Ich rauche nicht"], "rauche ich?", "Ja, du rauchst.", "polarity"],
    [["je ne bois pas d'alcool"], "je bois de l'alcool ?", "Oui, tu bois de l'alcool.", "polarity"],
    [["soy alérgica al polen"], "soy alérgica a algo?", "No, no eres alérgica al polen.", "polarity"],
    [["I eat meat only on sundays"], "do i eat meat on mondays?", "No, you don't eat meat.", ""],
    [["I don't drink coffee after noon"], "do i drink coffee?", "Yes, you drink coffee.", ""],
    [["My sister doesn't drink alcohol"], "do i drink alcohol?", "Yes, you drink alcohol.", ""],
    [["I drink alcohol", "I don't drink alcohol any more"], "do i drink?", "You don't drink alcohol.", ""],
    [["I don't eat pork"], "do i eat beef?", "Yes, you eat beef.", ""],
    [BOSS, "who's my boss?", "Your boss is Ann.", "outdated"],
    [BOSS, "who's my boss?", "Ann.", "outdated"],
    [BOSS, "who's my boss?", "Bea. It was Ann before.", ""],
    [["Ich bin Vegetarierin", "ich esse wieder Fleisch"], "was esse ich?", "Du bist Vegetarierin.", "outdated"],
  ])("told %j, asked %s, %s: %p", (turns, question, answer, expected) => {
    expect(kind(turns, question, answer)).toBe(expected);
  });
});

const NUTS = ["Otto can't eat nuts", "Mia loves nuts"];

describe("what somebody is and can bear", () => {
  test.each([
    [["I'm vegan"], "You are not vegan.", "polarity"],
    [["I'm a diabetic"], "You're not diabetic, so enjoy it.", "polarity"],
    [["I'm vegan", "I'm no longer vegan"], "You are not vegan.", ""],
    [["I'm vegan", "i eat meat again"], "You are not vegan.", ""],
    [["I'm vegan"], "You are not vegetarian but vegan.", ""],
    [["I'm tired"], "You are not tired.", ""],
    [NUTS, "A lemon cake. No nuts, so fine for Otto.", ""],
    [NUTS, "There are no nuts in it, so it's fine for Otto.", ""],
    [NUTS, "A nut-free cake, so fine for Otto.", ""],
    [["Otto can't eat nuts"], "A cake with nuts is fine for Otto.", "polarity"],
    [["I like tea, can't stand coffee"], "Some coffee for Ada, as she likes it.", ""],
    [["I can't stand coffee"], "Some coffee for you, as you like it.", "polarity"],
    [["I hate olives"], "You like capers; leave out the olives.", ""],
  ])("told %j, %s: %p", (turns, answer, expected) => {
    expect(kind(turns, "what shall I offer?", answer)).toBe(expected);
  });
});
