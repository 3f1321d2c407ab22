import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { type JudgedAnswer, judgeAnswer } from "../../src/statements/judge-answer.ts";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";

const reader = createSentenceReader();

/** Turns: what the user said, or that and the answer to it. */
type Turn = string | readonly [input: string, answer: string];

function judge(turns: readonly Turn[], question: string | null, answer: string): JudgedAnswer {
  const memories = turns.map((turn) =>
    typeof turn === "string" ? { input: turn, answer: "Noted." } : { input: turn[0], answer: turn[1] },
  );
  return finish(judgeAnswer(reader, { question, answer, memories }));
}

function kind(turns: readonly Turn[], question: string | null, answer: string): string {
  return judge(turns, question, answer).contradictions[0]?.kind ?? "";
}

const LAUNCH = ["The launch of the shop is on Monday.", "We hired Ada.", "No, the launch is on Wednesday."];
const PARTY = ["The party in our garden is on saturday 3 to 5", "the castle costs 85", "the party is 1 to 3 now"];

const PENICILLIN = ["is ibuprofen ok with a penicillin allergy? cause i have that one since i was a kid"];

test.each([
  // What the question has is the answer's own where it says yes to it.
  [
    ["i start mon 2nd", "start pushed back a week so mon 9th now"],
    "is it the 2nd i start",
    "Yes, on Monday the 2nd.",
    "outdated",
  ],
  [
    ["i start mon 2nd", "start pushed back a week so mon 9th now"],
    "is it the 2nd i start",
    "Not on the 2nd any more.",
    "",
  ],
  // A denial that is typed without its apostrophe is one.
  [["my nephew Rui isnt allergic to nuts"], "can he eat it?", "Rui isn't allergic to nuts, so he can.", ""],
  [["the bakers arent open on mondays here"], null, "The bakers aren't open on Mondays here.", ""],
  [["Tove didnt pass the driving test"], null, "Tove didn't pass the driving test.", ""],
  [PENICILLIN, "the dentist's form asks about allergies", "You can leave it empty: you have no allergies.", "polarity"],
  [PENICILLIN, "the dentist's form asks about allergies", "Penicillin; no other allergies.", ""],
  [PENICILLIN, "what about my son's form", "No allergies.", ""],
  [["i used to be allergic to eggs, outgrew it at ten"], "allergies?", "No known allergies.", ""],
  [["I don't own a car, never have"], "do i have a car?", "Yes, you own a car.", "polarity"],
  [["I don't own a car, never have"], "do i have a car?", "No, you don't own a car.", ""],
  [
    ["ich bin übrigens gegen Haselnüsse allergisch"],
    "Gegen was?",
    "Sie sind gegen Haselnüsse nicht allergisch.",
    "polarity",
  ],
  [["ich bin übrigens gegen Haselnüsse allergisch"], "Gegen was?", "Sie sind gegen Haselnüsse allergisch.", ""],
  [["my son is allergic to nuts"], "do i have allergies?", "No, you are not allergic to anything.", ""],
  [["I'm allergic to bees", "the test was negative, not allergic to bees after all"], "form?", "No allergies.", ""],
  [["I'm allergic to bees", "i have no allergies but bees, sadly"], "form?", "You have no allergy to nuts.", ""],
])("told %j and asked %j, %j: %p", (turns, question, answer, expected) => {
  expect(kind(turns, question, answer)).toBe(expected);
});

test.each([
  [["I was born in Kraków"], "where was I born?", "In Krakow.", ""],
  [["our vet is Dr. Böhme"], "who is our vet?", "Dr. Boehme.", ""],
  [["my therapist is Soeren Kjaer"], "who is my therapist?", "Søren Kjær.", ""],
  [["Mein Onkel wohnt in Meißen"], "Wo wohnt mein Onkel?", "In Meissen.", ""],
  [["Vivo en Logroño"], "¿Dónde vivo?", "En Logrono.", ""],
  [["my aunt lives in Geneva"], "where does my aunt live?", "In Genf.", ""],
  [["Meine Trauzeugin kommt aus Norwegen"], "Woher kommt meine Trauzeugin?", "Sie ist Norwegerin.", ""],
  [["my coach is Jo"], "who is my coach?", "Joe.", "name"],
  [["The sofa is blue, i wanted red"], "which colour for the rug?", "Evening sun turns reds brown.", ""],
  [["i painted the shed green"], "which colour is my shed?", "Your shed is brown.", "value"],
  [["the baker's van stops here, it comes tuesdays"], "when does the van come?", "Freeze the rest on Saturdays.", ""],
  [["bin day is thursday"], "when do I put the bins out?", "Put the bins out on Fridays.", "date"],
  [["bin day is thursday"], "when is bin day?", "Put them out on Fridays.", "date"],
  [["my flat is in Prague"], "where is my flat?", "Your flat is in Vienna.", "name"],
  [["My vet is Renée Müller"], "who is my vet?", "Your vet is Renée Miller.", "name"],
])("told %j and asked %j, the name in %j: %p", (turns, question, answer, expected) => {
  expect(kind(turns, question, answer)).toBe(expected);
});

describe("what was replaced", () => {
  test.each([
    [LAUNCH, "When is the launch?", "On Monday.", "outdated"],
    [LAUNCH, "When is the launch?", "On Wednesday.", ""],
    [LAUNCH, "When is the launch?", "On Wednesday; at first it was planned for Monday.", ""],
    [LAUNCH, "When was the launch planned at first?", "On Monday.", ""],
    [
      ["the vet said around 140 quid for the curve", "we saw Ada", "the vet bill was 165 not 140, grr"],
      "how much was the vet bill?",
      "The vet bill was £140.",
      "outdated",
    ],
    [
      ["Rehearsal is on Wednesdays.", "I can't do Wednesdays any more, so rehearsal is on Mondays now"],
      "when do we meet?",
      "Rehearsal is on Wednesdays.",
      "outdated",
    ],
    [
      ["it's my left knee", "sorry, the right one, not my left knee"],
      "which knee is it?",
      "The left knee.",
      "outdated",
    ],
    [
      ["The repair costs £4,200", "they found rot, so the repair is 4750 now"],
      "what does the repair cost?",
      "£4,200.",
      "outdated",
    ],
    [
      ["The operation is on 12 May", "The operation is put back to 26 May"],
      "when is it?",
      "The operation is on 12 May.",
      "outdated",
    ],
    [
      ["The ceremony is at 2 pm", "Ada brings the rings", "the ceremony moved to 3 pm"],
      "what time is the ceremony?",
      "At 2 pm.",
      "outdated",
    ],
    [["The hotel is £4,200", "we have 3 rooms in the hotel now"], "what is the hotel?", "£4,200.", ""],
    [["My sister Ada is 22.", "My sister Eva is 31 now."], "How old is Ada?", "Ada is 22.", ""],
  ])("%j: %s %s: %p", (turns, question, answer, expected) => {
    expect(kind(turns, question, answer)).toBe(expected);
  });
});

describe("a value", () => {
  test.each([
    [PARTY, "How much is the castle?", "£58, plus a cup of tea if he is nice.", "number"],
    [["we have 8 crates and got 4 more"], "how many crates do we have?", "12 crates.", ""],
    [["the castle costs 85"], "how much does the castle cost?", "58.", "number"],
    [["the castle costs 85"], "how much does the castle cost?", "85.", ""],
    [PARTY, "How much is the castle?", "£85, plus a cup of tea.", ""],
    [
      ["i run with Ada", "my longest run was 14 km"],
      "how long was my longest run?",
      "Your longest run was 14 miles.",
      "number",
    ],
    [["my longest run was 14 km"], "what's my longest run?", "About 8.7 miles, well done.", ""],
    [["the hotel is 78 euros a night"], "what is the hotel?", "The hotel is 78 pounds a night.", "number"],
    [["tuner comes fri 6 feb at 11"], "when does the tuner come?", "On Thursday the 6th at eleven.", "date"],
    [
      ["Jo's party is with my sister in law Carys"],
      "who is Carys?",
      "Carys is your cousin, and her party is soon.",
      "value",
    ],
    [["the pool is open from 9"], "how long is a marathon?", "42.195 km, run in about 4 hours by most people.", ""],
    [
      ["I do the night shift, 4 nights a month"],
      "draft a mail to my boss",
      "Dear boss,\n- 7 am: I leave\n- 9 am: I sleep",
      "",
    ],
    [["the rent is 900"], "what if the rent went up to 1000?", "Then you'd pay 1000.", ""],
    [["the rent is 900"], "what is the rent?", "If it were 1000, you'd have to move.", ""],
    [["the exam is on Tabor Street"], "where's the exam?", "At the church on Pilgrim Street.", "name"],
  ])("%j: %s %s: %p", (turns, question, answer, expected) => {
    expect(kind(turns, question, answer)).toBe(expected);
  });

  test.each([
    [["meine oma wird 90 am 14. märz"], "wann ist der geburtstag von oma?", "Am 4. März wird oma 90.", "date"],
    [["la pastilla del perro es cada 12 horas"], "cada cuánto es la pastilla?", "Cada 24 horas la pastilla.", "number"],
    [["mon train part à 9h38"], "à quelle heure part mon train ?", "Ton train part à 9 h 38.", ""],
    [["mon train part à 9h38"], "à quelle heure part mon train ?", "Ton train part à 11 h 15.", "date"],
  ])("in other languages: %j: %s %s: %p", (turns, question, answer, expected) => {
    expect(kind(turns, question, answer)).toBe(expected);
  });
});

describe("an attitude", () => {
  test.each([
    [["I really can't stand granite"], "Take granite, which you like so much.", "polarity"],
    [["I really can't stand granite"], "I would avoid granite, since you can't stand granite.", ""],
    [["I love salmon"], "Since you hate salmon: chicken.", "polarity"],
    [["I hated salmon", "I love salmon these days"], "As you love salmon: salmon.", ""],
    [["It looks like rain"], "She loves the rain.", ""],
    // Whose it is, is told: two people may like two things.
    [["Milo can't stand marzipan"], "You love marzipan.", ""],
    [["Milo can't stand marzipan"], "Milo loves marzipan.", "polarity"],
    [["Milo hates marzipan"], "Nora enjoys marzipan.", ""],
    [["no nuts for Milo please"], "Ask Milo's teachers for their favourites.", ""],
    [["no nuts for Milo please"], "Milo enjoys his swing.", ""],
    [["no nuts for Milo please"], "Milo enjoys nuts.", "polarity"],
    [["i cannot listen to organ music"], "Organ music is your favourite.", "polarity"],
    // What tells to do something claims nothing.
    [["i hate the subway"], "Try the subway.", ""],
    [["i hate the subway"], "Try the subway, which you love.", "polarity"],
    [["Grandma hates parsnips, though she likes swede"], "Grandma likes swede, but she hates parsnips.", ""],
  ])("%j: %s: %p", (turns, answer, expected) => {
    expect(kind(turns, "what shall we take?", answer)).toBe(expected);
  });
});

describe("of one person, one part and one day", () => {
  const OTTILIE = ["Meeting Ottilie at the station, she's my niece from Graz", "she brings her harp"];
  const LANDLORD = ["our landlord is Mr Quint", "the house was sold, our new landlord is Ms Orlova"];
  test.each([
    [OTTILIE, "who comes?", "Your sister-in-law Ottilie comes with her harp.", "value"],
    [OTTILIE, "who comes?", "Your niece Ottilie comes with her harp.", ""],
    [[...OTTILIE, "another Ottilie, my aunt, plays too"], "who?", "Your aunt Ottilie plays.", ""],
    [LANDLORD, "who do we rent from?", "Your landlord is Mr Quint.", "outdated"],
    [LANDLORD, "who do we rent from?", "Your landlord is Ms Orlova.", ""],
    [LANDLORD, "who do we rent from?", "Your old landlord was Mr Quint.", ""],
    [["my former boss Wenzel paints now"], "who is my boss?", "You report to Wenzel.", "outdated"],
    [["cracked my left elbow on the ice"], "what did I break?", "You cracked your right elbow.", "value"],
    [["cracked my left elbow on the ice"], "what did I break?", "You cracked your left elbow, right?", ""],
    [["cracked my left elbow, the right elbow is fine"], "how is it?", "Your right elbow is fine.", ""],
    [["the ferry sails on the 2nd of June"], "ferry?", "The ferry sails on 2 July.", "date"],
    // A price is told with and without its currency.
    [["the vase cost 240,50", "sorry, typo, it was 204,50"], "the vase?", "The vase cost 240.50 euros.", "outdated"],
    [["the vase cost 240,50", "sorry, typo, it was 204,50"], "the vase?", "The vase cost 204.50 euros.", ""],
    [["the stall fee is 450", "the market lifted it to 520"], "stall?", "The stall fee is £450.", "outdated"],
    [["the stall fee is 450", "the market lifted it to 520"], "stall?", "It was £450, and is £520 now.", ""],
    [["the band plays at 8", "they brought it forward to 7"], "the band?", "The band plays at 8.", "outdated"],
    [["the ferry sails on the 2nd of June"], "ferry?", "The ferry sails on 2 June.", ""],
    [["the ferry sails on the 2nd of June"], "rent?", "The rent is due on 2 July.", ""],
  ])("told %j, asked %j, %j: %p", (turns, question, answer, expected) => {
    expect(kind(turns, question, answer)).toBe(expected);
  });
});

describe("a claim among others", () => {
  const TILER = ["the tiler comes on 4 May", "the tiler pushed it, he comes on 11 May"];
  const STRIPS = ["the strips went in on 3 april, they stay six weeks"];
  test.each([
    [TILER, "when must i be home?", "The tiler comes on 4 May, so I'd take that day off. Cover it all.", "outdated"],
    [TILER, "when must i be home?", "The tiler comes on 11 May, so I'd take that day off. Cover it all.", ""],
    [["Ida can't have gluten"], "snacks?", "Ida tolerates gluten well, so you'd be fine with pretzels.", "polarity"],
    [["Ida can't have gluten"], "snacks?", "Ida can't have gluten, so you'd be fine with crisps.", ""],
    [
      ["my bus pass costs 41 euro a month", "the bus pass went up, 47 now"],
      "what do i spend on travel?",
      "Your bus pass costs 41 euro a month, and a taxi now and then comes on top. Keep the receipts for the tax office.",
      "outdated",
    ],
    [["my gf Ines is from Cadiz"], "where is my girlfriend from?", "Ines is from Malaga, on the coast.", "name"],
    [["Vera sings the solo, Jean is ill"], "who has the solo?", "Put Vera's name down.", ""],
    [["his nephew Piet bowls, Anton is groundsman"], "how are they related?", "Anton is Piet's uncle.", ""],
    [STRIPS, "when do they come out?", "On 15 May, six weeks after you put them in.", ""],
    [
      ["the barge is a Volendam, called Mies, lying in Gouda", "moved Mies to Leiden"],
      "where is she?",
      "In Leiden.",
      "",
    ],
  ])("%j: %s %s: %p", (turns, question, answer, expected) => {
    expect(kind(turns, question, answer)).toBe(expected);
  });
});

test("a denial by words is told as a suspect, which meaning decides", () => {
  const open = "The shop in Leeds is open on Sundays.";
  const shut = "The shop in Leeds is not open on Sundays.";
  const { contradictions, suspects } = judge([open], null, shut);
  expect(contradictions).toEqual([]);
  expect(suspects).toEqual([{ sentence: shut, memory: 0, remembered: open, kind: "polarity" }]);
  expect(judge([open], null, `No, ${open}`).suspects).toEqual([]);
  expect(judge([open, shut], null, shut).suspects).toEqual([]);
  expect(judge([open], null, "The shop in Leeds is closed on Sundays.").suspects).toHaveLength(1);
  expect(judge([open], null, "The shop in Leeds isn't closed on Sundays.").suspects).toEqual([]);
});

test.each([
  // Each clause denies for itself.
  [["The pond freezes over, but the well does not freeze over."], "The pond freezes over.", 0],
  [["We keep bees again at the allotment."], "You don't keep hens at the allotment, but bees are back.", 0],
  [["We keep hens at the allotment."], "You don't keep hens at the allotment, but bees are back.", 1],
  [["The kiln at the studio is broken."], "The studio has no parking, though the kiln works.", 0],
  // One name in common is no one thing.
  [["No perfume for Odile please."], "Odile plays perfume adverts on the accordion.", 0],
  [["The lift in Odile's house is not working."], "Bring the lift key to Odile's house.", 0],
])("told %j, %j denies %i of it", (turns, answer, count) => {
  expect(judge(turns, null, answer).suspects).toHaveLength(count);
});

test("at most five contradictions are told, each with its sentence and the turn that says otherwise", () => {
  const dishes = ["granola", "liver", "tripe", "okra", "kale", "tofu"];
  const turns = dishes.map((dish) => `I really can't stand ${dish}`);
  const answer = dishes.map((dish) => `Take ${dish}, which you like so much.`);
  const { contradictions } = judge(turns, "what shall we take?", answer.join(" "));
  expect(contradictions.map(({ memory }) => memory)).toEqual([0, 1, 2, 3, 4]);
  expect(contradictions[2]).toEqual({ sentence: answer[2]!, memory: 2, remembered: turns[2]!, kind: "polarity" });
});

test("without memory, or about what memory says nothing of, nothing is contradicted", () => {
  expect(judge([], "When is it?", "On Monday at 5 pm, with 12 people.")).toEqual({
    contradictions: [],
    suspects: [],
    doubt: null,
    sentences: [],
  });
  expect(kind(["My cat is called Momo."], "When is the concert?", "On Monday at 5 pm, with 12 people.")).toBe("");
});
