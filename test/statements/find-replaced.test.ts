import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { findReplaced } from "../../src/statements/find-replaced.ts";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";

const reader = createSentenceReader();

test.each([
  [
    ["The launch is on Monday", "We hired Ada", "No, the launch is on Wednesday"],
    [2, null, null],
  ],
  [
    ["my rent is £1150 a month", "my rent is going up to £1240 in april"],
    [1, null],
  ],
  [
    ["my rent is 1150", "we're going to 3 concerts in april"],
    [null, null],
  ],
  [
    ["the vet bill was 140", "the vet bill was 165 not 140"],
    [1, null],
  ],
  [
    ["backup runs at 02:30 daily", "moved backup to 01:15"],
    [1, null],
  ],
  [
    ["the meeting is on 3 May", "we moved the meeting to 10 May", "the meeting slipped again, it's 17 May now"],
    [1, 2, null],
  ],
  [
    ["outbound on the 8th, back on the 15th", "outbound is on the 9th now, return still on the 15th"],
    [1, null],
  ],
  [
    ["the rent is 900", "the flat has a second room for 300 now"],
    [null, null],
  ],
  [
    ["My sister lives here", "My brother lives here now"],
    [null, null],
  ],
  [
    ["freya has cello on wednesdays", "cello moved from wednesday to thursday"],
    [1, null],
  ],
  [
    ["choir is on tuesdays", "choir's gone to thursdays"],
    [1, null],
  ],
  [
    ["choir is on tuesdays", "we go to choir on thursdays too"],
    [null, null],
  ],
  [
    ["the pool is open monday to friday", "the pool opens its sauna tuesday to sunday"],
    [null, null],
  ],
  [
    ["pilates with ines is on mondays", "ines has put pilates on wednesdays from next week"],
    [1, null],
  ],
  [
    ["the surgery closes at 6", "surgery closes 5.30 these days"],
    [1, null],
  ],
  // Any verb of change brings a value to another.
  [
    ["Otto takes 20 mg of folic acid", "the doc has tapered Otto down to 10 mg"],
    [1, null],
  ],
  [
    ["the entrance fee of the zoo is £12", "the zoo hiked the entrance fee to £15"],
    [1, null],
  ],
  [
    ["the choir camp lasts 5 days", "choir camp was stretched to 7 days"],
    [1, null],
  ],
  [
    ["the kayak course starts at 9 am", "kayak course got shifted to 11 am"],
    [1, null],
  ],
  [
    ["the zoo is 12 km away", "we walked to 3 shops near the zoo"],
    [null, null],
  ],
  // What names nothing known is of what was told last, and soon.
  [
    ["viola lesson is on thursdays at 4", "they've rearranged things, mondays at 6 now"],
    [1, null],
  ],
  [
    ["hip scan is on 4 June", "delayed, it's the 19th now"],
    [1, null],
  ],
  [
    ["hip scan is on 4 June", "the cat is ill", "delayed, it's the 19th now"],
    [null, null, null],
  ],
  [
    ["hip scan is on 4 June", "also the cat's jabs are on the 19th now"],
    [null, null],
  ],
  [
    ["dentist is on the 14th of march at 9 40", "they rang and shoved me to the 21st, still 9 40"],
    [1, null],
  ],
  [
    ["the launch is on May 12", "the launch slipped. new date is June 2"],
    [1, null],
  ],
  [
    ["my therapy is fridays at 10", "therapy is 11 now, not 10"],
    [1, null],
  ],
  [
    ["rent is 850 a month", "rent is up to 925 from june"],
    [1, null],
  ],
  [
    ["the bus takes 35 minutes", "the bus rota is 4 nights a month now"],
    [null, null],
  ],
  // Where somebody lives, what the user works as and is called: one at a time.
  [
    ["We live in Lisbon", "the cat is ill", "we've moved to Porto"],
    [2, null, null],
  ],
  [
    ["I live in Lisbon", "we moved to Porto", "we moved back to Lisbon"],
    [null, 2, null],
  ],
  [
    ["I'm a nurse", "I got promoted, I'm a ward manager now"],
    [1, null],
  ],
  [
    ["My sister lives in Lisbon", "I moved to Porto"],
    [null, null],
  ],
  // Of what else there is one at a time, in four languages.
  [
    ["I work at Corvane Systems as an analyst", "I've just started at Pelham Foods"],
    [1, null],
  ],
  [
    ["I work at Corvane Systems", "I've also started at Pelham Foods on weekends"],
    [null, null],
  ],
  [
    ["I work at Corvane Systems", "my brother has started at Pelham Foods"],
    [null, null],
  ],
  [
    ["my brother works at Aldi", "I started at Lidl"],
    [null, null],
  ],
  [
    ["I work at Corvane Systems", "I might join Pelham Foods"],
    [null, null],
  ],
  [
    ["je bosse chez Renard", "j'ai commencé chez Oliveau"],
    [1, null],
  ],
  [
    ["trabajo en Zurbano, turno de noche", "he empezado en Lumar esta semana"],
    [1, null],
  ],
  [
    ["Ich arbeite bei Rossmann an der Kasse", "ich habe bei Edeka angefangen"],
    [1, null],
  ],
  [
    ["our landlord is Mr Pike, never answers", "we have a new landlord, Ms Osei"],
    [1, null],
  ],
  [
    ["mein Chef heißt Jens", "seit Montag ist Carla meine neue Chefin"],
    [1, null],
  ],
  [
    ["ma dentiste est Mme Roux", "j'ai changé de dentiste, c'est Mme Petit maintenant"],
    [1, null],
  ],
  [
    ["My boss is Tomás", "my boss at the bar is Rubén now"],
    [null, null],
  ],
  [
    ["my doctor is Dr Hall", "Ben's doctor is Dr Moss now"],
    [null, null],
  ],
  [
    ["i'm vegan", "not vegan anymore, the doc told me"],
    [1, null],
  ],
  [
    ["i'm vegan", "my sister isn't vegan anymore"],
    [null, null],
  ],
  [
    ["I'm vegetarian", "write a story where the hero eats meat again"],
    [null, null],
  ],
  [
    ["Lukas plays for Northfield Colts", "Lukas has signed with Redbank United"],
    [1, null],
  ],
  [
    ["Ich wohne in Bremen", "bin nach Leipzig gezogen"],
    [1, null],
  ],
  [
    ["Ich wohne in Bremen", "Otto ist nach Leipzig gezogen"],
    [null, null],
  ],
  [
    ["Vivo en Toledo", "me he mudado a Gijón"],
    [1, null],
  ],
  [
    ["j'habite à Lille", "maintenant on vit à Rennes"],
    [1, null],
  ],
  [
    ["j'habite à Lille", "si on déménageait à Rennes, ce serait mieux"],
    [null, null],
  ],
  [
    ["our internet is with Sky", "we've switched the broadband to Plusnet"],
    [1, null],
  ],
  [
    ["our internet is with Sky", "my phone is with EE now"],
    [null, null],
  ],
  // Whose it is, and which of its like, must be the same.
  [
    ["My eye test is on Monday at 10", "My sister's eye test got moved to Wednesday"],
    [null, null],
  ],
  [
    ["My sister's eye test is on Monday", "My sister's eye test got moved to Wednesday"],
    [1, null],
  ],
  [
    ["My sister's eye test is on Monday", "my eye test got moved to Wednesday"],
    [null, null],
  ],
  [
    ["My daughter Ella loves drawing", "My daughter has ballet on Mondays", "Ella's ballet moved to Thursdays"],
    [null, 2, null],
  ],
  [
    ["The flight to Cork is on 2 May", "My cousins changed their flight to 6 May"],
    [null, null],
  ],
  [
    ["My physio appointment is on Tuesday", "My vet appointment is now on Friday"],
    [null, null],
  ],
  [
    ["My physio appointment is on Tuesday", "The appointment is now on Friday"],
    [1, null],
  ],
  [
    ["I have drawing class on Mondays", "The Italian class moved to Thursdays"],
    [null, null],
  ],
  [
    ["My physio is on Tuesday at 9", "They've moved the team lunch to Friday"],
    [null, null],
  ],
  [
    ["Mein Friseurtermin ist am Mittwoch", "Das Elterngespräch wurde auf Freitag verlegt"],
    [null, null],
  ],
  [
    ["Mein Friseurtermin ist am Mittwoch", "Er wurde auf Freitag verlegt"],
    [1, null],
  ],
  [
    ["Mein Sehtest ist am Mittwoch", "Der Sehtest meines Bruders ist jetzt am Freitag"],
    [null, null],
  ],
  [
    ["El examen de inglés es el martes", "Han cambiado la cena al viernes"],
    [null, null],
  ],
  [
    ["El examen de inglés es el martes", "Lo han cambiado al viernes"],
    [1, null],
  ],
  [
    ["J'ai cours de piano le lundi", "Le cours de ma sœur est décalé au jeudi"],
    [null, null],
  ],
  [
    ["J'ai cours de piano le lundi", "Le cours de piano est décalé au jeudi"],
    [1, null],
  ],
  [
    ["we live in flat 7", "the Webers moved to flat 9"],
    [null, null],
  ],
  [
    ["we live in flat 7", "we moved to flat 9"],
    [1, null],
  ],
  [
    ["je suis végétarienne", "mon frère remange de la viande"],
    [null, null],
  ],
  [
    ["je suis végétarienne", "je remange de la viande"],
    [1, null],
  ],
  // What is no more.
  [
    ["Otto the hamster is 2 and loves carrots", "Otto died last night"],
    [1, null],
  ],
  [
    ["Otto the hamster is 2", "the battery of Otto's lamp died"],
    [null, null],
  ],
  [
    ["Wilf gave me 6 crowns of rhubarb", "Wilf died"],
    [null, null],
  ],
  [
    ["we're going to Malta on 3 May for 5 days", "we had to cancel Malta"],
    [1, null],
  ],
  [
    ["my Polo needs new brakes, 400 euros", "sold the Polo, going without"],
    [1, null],
  ],
  [
    ["my girlfriend is Nadia", "nadia dumped me"],
    [1, null],
  ],
  [
    ["my girlfriend is Nadia", "nadia dumped the rubbish"],
    [null, null],
  ],
  [["I like tea"], [null]],
  [[], []],
])("of %j the turns that were replaced are %j", (inputs, expected) => {
  const turns = inputs.map((input) => ({ input, answer: "Noted." }));
  const replaced = finish(findReplaced(reader, turns, ""));
  expect(replaced.map((each) => each?.by ?? null)).toEqual([...expected]);
});

describe("of a turn that tells several things the question decides", () => {
  const told = "My brother lives in Lisbon and hates mushrooms, dinner with him is on friday at 7";
  test.each([
    ["What does he hate?", "dinner moved to sunday", false],
    ["When is dinner?", "dinner moved to sunday", true],
    ["Where does my brother live?", "my brother moved to Porto", true],
    ["What must not be in my brother's food?", "dinner moved to sunday", false],
  ])("%s, after %j: whole %p", (question, news, isWhole) => {
    const turns = [told, news].map((input) => ({ input, answer: "Noted." }));
    expect(finish(findReplaced(reader, turns, question))).toEqual([{ by: 1, isWhole }, null]);
  });
});
