import { expect, test } from "bun:test";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";
import { looksOf } from "../../src/understanding/answer-looks.ts";
import { bansIn } from "../../src/understanding/forbidden-by-lesson.ts";

const reader = createSentenceReader();

test.each([
  ["Never use the word synergy.", "The synergy of both teams is great.", true],
  ['Never use the words "synergy" or "leverage".', "We leverage both teams.", true],
  ["Never use the word synergy.", "Both teams work well.", false],
  ["Don't mention my ex.", "Your ex was there too.", true],
  ["Don't mention my ex.", "I will not mention your ex.", false],
  ["Don't mention my ex.", "The next exit is yours.", false],
  ["Never suggest seafood.", "How about seafood at the harbour?", true],
  ["Never suggest seafood.", "You said that seafood is not for you.", false],
  ["Never suggest seafood.", "The seafood market closed in 1990.", false],
  ["Never call me buddy.", "Sure thing, buddy!", true],
  ["Never call me buddy.", "Hey buddy, here it is.", true],
  ["Never call me buddy.", "A buddy system helps divers.", false],
  ["Do not call the user Mate.", "Right, mate.", true],
  ["No emojis.", "Here you go \u{1f600}", true],
  ["Do not use emojis.", "Here you go, \u00a9 2026.", false],
  ["Never use emojis in mails to my boss.", "Here you go \u{1f600}", false],
  ["Never use bullet points.", "Two things:\n- tea\n- milk", true],
  ["Never use bullet points.", "Two things: tea - and milk.", false],
  ["Avoid exclamation marks.", "Done!", true],
  ["Avoid exclamation marks.", "Done.", false],
  ["Do not use numbered lists in your answers.", "1. tea\n2. milk", true],
  ["Never use inches.", "It is 5 inches long.", true],
  ["Never use inches.", "It is 12 cm long, inch by inch.", false],
  ["Never use tables, unless I ask for one.", "| a | b |\n| 1 | 2 |", true],
  ["Always use bullet points.", "- tea", false],
  // Every answer is for the user: to say so limits nothing.
  ["Avoid smileys with the user.", "Your parcel is here \u{1f600}", true],
  ["Never use headings when writing to the user.", "# Parcels", true],
  ["Do not use hashtags in messages to me.", "Off we go #summer", true],
  ["Do not use hashtags in messages to my aunt.", "Off we go #summer", false],
  ["Please don't use semicolons for me.", "It rains; we stay.", true],
  ["Do not mention the user's divorce to the user.", "After your divorce you moved.", true],
  ["Do not suggest liquorice to the user.", "How about liquorice?", true],
  ["The user asks: “no semicolons when you talk to me please”", "It rains; we stay.", true],
  ["Do not use lists when I ask for a poem.", "- tea", false],
  ["Never use tables if the answer is short.", "| a | b |\n| 1 | 2 |", false],
  ["Remember that the user is allergic to walnuts and pecans.", "Fold in 200 g walnuts.", true],
  ["Remember that the user is allergic to walnuts and pecans.", "How about a pecan pie?", true],
  ["Remember that the user is allergic to walnuts and pecans.", "Take 100 g almonds instead of walnuts.", false],
  ["Remember that the user is allergic to walnuts and pecans.", "Many cakes of this kind hold walnuts.", false],
  ["Remember that the user is allergic to walnuts and pecans.", "Do not use walnuts, and add raisins.", false],
  ["Remember that the user is allergic to walnuts and pecans.", "Use a walnut-free chocolate.", false],
  ["The user says: “i have a penicillin allergy since i was a kid”", "Take the penicillin three times a day.", true],
  ["The user says: “i have a penicillin allergy since i was a kid”", "Take ibuprofen three times a day.", false],
  ["The user has a severe allergy to dust.", "Use a damp cloth.", false],
])("%j is broken by %j: %p", (lesson, answer, broken) => {
  const looks = looksOf(answer, reader.sentences(answer));
  expect(bansIn(reader, lesson).some((ban) => ban(looks))).toBe(broken);
});
