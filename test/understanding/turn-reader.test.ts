import { describe, expect, test } from "bun:test";
import type { StatedAttribute } from "../../src/domain/learning.ts";
import { linearExpressions } from "../../src/matching/linear-expression.ts";
import { createTurnReader } from "../../src/understanding/turn-reader.ts";
import { turnSentences } from "../../src/understanding/turn-sentences.ts";
import { expectLinear } from "../support/growth.ts";

const reader = createTurnReader();

function shown(stated: readonly StatedAttribute[]): string {
  return stated.map(({ attribute, value }) => `${attribute}=${value}`).join(";");
}

const CORRECTIONS: readonly (readonly [string, string])[] = [
  ["No, it's on Wednesday.", "no-it-is"],
  ["No. It's on Wednesday.", "no-it-is"],
  ["No, always use metric units", "no-imperative"],
  ["Actually, I moved to Porto in May.", "actually-i"],
  ["That's wrong.", "that-is-wrong"],
  ["I meant Tuesday.", "i-meant"],
  ["Not Thursday but Wednesday.", "not-x-but-y"],
  ["It's Wednesday, not Thursday", "it-is-x-not-y"],
  ["it’s wednesday, not thursday", "it-is-x-not-y"],
  ["please stop calling me Diana, it's Dana", "stop-doing"],
  ["You got my name wrong", "you-misunderstood"],
  ["Thanks for the plan! Small correction: he is 41.", "correction"],
];

const NO_CORRECTIONS: readonly string[] = [
  "No worries!",
  "No problem, thanks.",
  "Actually, that's great",
  "No, thanks",
  "Is it not too late?",
  "It's not only fast but also quiet.",
  'My boss said "no, it\'s due on Monday".',
  "He wrote: “That's wrong.”",
  "```\n// No, it's not needed\n```",
  "> No, it's on Wednesday.",
  "No, gracias.",
  "",
];

test("no expression is made while turns are read: what is made is kept for good", () => {
  const texts = [
    ...CORRECTIONS.map(([text]) => text),
    ...NO_CORRECTIONS,
    "My name is Ada? I'm head of design at Acme.",
  ];
  for (const text of texts) reader.readInput(text);
  const before = linearExpressions().size;
  for (const text of texts) reader.readInput(text);
  expect(linearExpressions().size).toBe(before);
});

describe("corrections", () => {
  test.each([...CORRECTIONS])("%p corrects by %s", (input, cue) => {
    expect(reader.readInput(input).correction).toBe(cue);
  });

  test.each([...NO_CORRECTIONS])("%p corrects nothing", (input) => {
    expect(reader.readInput(input).correction).toBeNull();
  });
});

const STATED: readonly (readonly [string, string])[] = [
  ["My name is Diana.", "name=Diana"],
  ["call me Jo", "name=jo"],
  ["I go by Gus these days.", "name=Gus"],
  ["I'm a nurse", "occupation=nurse"],
  ["I’m a nurse", "occupation=nurse"],
  ["I work as a software engineer in Berlin.", "occupation=software engineer"],
  ["I'm the CTO of Acme.", "occupation=CTO"],
  ["I'm the head of marketing at a bank.", "occupation=head of marketing"],
  ["please stop calling me Diana, it's Dana", "name=Dana"],
  ["My name isn't Diana, it's Dana.", "name=Dana"],
  ["Please call me Dr. Evans. I'm a doctor.", "name=Dr. Evans;occupation=doctor"],
  ["My name is August but I go by Gus, and I'm a baker.", "name=Gus;occupation=baker"],
  ["I'm not a doctor, I'm a nurse.", "occupation=nurse"],
  ["im theo 17", "name=theo"],
  ["hey, i'm maya, 23 and new here", "name=maya"],
  ["i'm Priya, freelance ux designer in berlin", "name=Priya;occupation=freelance ux designer"],
  ["Hi! I'm Sam Reed, second year apprentice electrician.", "name=Sam Reed;occupation=apprentice electrician"],
  ["retired joiner here, name's Gus", "name=Gus"],
];

const CHANGED: readonly (readonly [string, string])[] = [
  ["I got promoted, I'm head of product now.", "occupation=head of product"],
  ["I got promoted! I'm a team lead.", "occupation=team lead"],
  ["They made me head of operations.", "occupation=head of operations"],
  ["I changed jobs, I'm a teacher now.", "occupation=teacher"],
  ["I've just started as a paramedic", "occupation=paramedic"],
  ["I took a new role as head of marketing.", "occupation=head of marketing"],
  ["I quit my job. I'm a carpenter.", "occupation=carpenter"],
  ["I used to be a nurse, these days I work as a baker.", "occupation=baker"],
  ["I'm working as a nurse at St Mary's now.", "occupation=nurse"],
  ["Since last week I'm a team lead.", "occupation=team lead"],
  ["I changed my name to Clara.", "name=Clara"],
  ["I've legally changed my name from Anna to Clara.", "name=Clara"],
  ["I changed my name. It's Clara.", "name=Clara"],
  ["I go by Sam now", "name=Sam"],
  ["i go by sam now", "name=sam"],
  ["From now on, call me Sam.", "name=Sam"],
  ["My friends call me Sam these days.", "name=Sam"],
  ["I got married! My name is Anna Berg.", "name=Anna Berg"],
];

const NOT_CHANGED: readonly (readonly [string, string])[] = [
  ["I'm a teacher.", "occupation=teacher"],
  ["My sister got promoted, I'm a nurse.", "occupation=nurse"],
  ["I hope I get promoted. I'm a nurse.", "occupation=nurse"],
  ["I haven't changed jobs, I'm a nurse.", "occupation=nurse"],
  ["If I changed jobs, I would be sad. I'm a nurse.", "occupation=nurse"],
  ["I quit smoking. I'm a nurse.", "occupation=nurse"],
  ["I have a job interview. I'm a nurse.", "occupation=nurse"],
  ["I'm a barista for now.", "occupation=barista"],
  ["Right now I'm a nurse.", "occupation=nurse"],
  ["I'm a nurse, and now I'm tired.", "occupation=nurse"],
  ["I'm a nurse now and then.", "occupation=nurse"],
  ["I'm just a nurse.", "occupation=nurse"],
  ["Great, I'm a plumber now lol", "occupation=plumber"],
  ["My name is Clara.", "name=Clara"],
  ["My wife changed her name. I go by Clara.", "name=Clara"],
];

const NOT_STATED: readonly string[] = [
  "My sister is a nurse.",
  "My brother is a pilot.",
  "I'm tired",
  "I'm hungry",
  "I'm a bit late",
  "I'm a morning person",
  "I'm vegetarian",
  "call me when you land",
  "call me tomorrow",
  "I'm not a doctor.",
  "I used to be a teacher.",
  "I want to be a pilot.",
  "If I'm a freelancer, do I pay VAT?",
  "Am I a teacher?",
  "I'm a nurse?",
  '"I\'m a nurse," she said.',
  "My last name is O'Brien.",
  "Don't call me Bob.",
  "I'm a nurse's daughter.",
  'print("My name is Bob")',
  "im level 17",
  "im about 17",
  "im nurse 33",
  "I'm sorry, head nurse",
  "I'm late, bus driver in traffic",
  "New puppy here, name's Rex",
  "I go by bus now.",
  "my name is online now",
  "She changed her name to Clara.",
  "I never changed my name to Clara.",
  "I was made redundant.",
  "I was made captain of the football team.",
  "I've just started as a joke.",
  "My husband says I'm a chauffeur now.",
];

describe("self-attributes", () => {
  test.each([...STATED])("%p states %s", (input, expected) => {
    expect(shown(reader.readInput(input).attributes).toLowerCase()).toBe(expected.toLowerCase());
  });

  test.each([...NOT_STATED])("%p states nothing of the user", (input) => {
    expect(shown(reader.readInput(input).attributes)).toBe("");
  });

  test.each([...CHANGED])("%p announces %s", (input, expected) => {
    const { attributes } = reader.readInput(input);
    expect(shown(attributes)).toBe(expected);
    expect(attributes).toMatchObject([{ isChange: true }]);
  });

  test.each([...NOT_CHANGED])("%p states %s, and announces no change", (input, expected) => {
    const { attributes } = reader.readInput(input);
    expect(shown(attributes)).toBe(expected);
    expect(attributes.some(({ isChange }) => isChange)).toBe(false);
  });

  test("every statement names its cue", () => {
    expect(reader.readInput("I'm Dana and I work as a nurse.").attributes).toEqual([
      { attribute: "name", value: "Dana", cue: "i-am-name" },
      { attribute: "occupation", value: "nurse", cue: "i-work-as" },
    ]);
  });
});

describe("answers", () => {
  test.each([
    ["Your name is Diana.", "name=Diana"],
    ["I remember that your name is Diana.", "name=Diana"],
    ["You are a nurse.", "occupation=nurse"],
    ["You told me you work as a software engineer.", "occupation=software engineer"],
    ["As a nurse, you will know the drill.", "occupation=nurse"],
    ["You're the CTO of Acme, so yes.", "occupation=CTO"],
    ["Of course, I'll call you Dana.", "name=Dana"],
    ["Your name is Dana and you're a baker.", "name=Dana;occupation=baker"],
  ])("%p tells %s", (answer, expected) => {
    expect(shown(reader.readAnswer(answer))).toBe(expected);
  });

  test.each([
    "My name is Claude.",
    "I'm a doctor.",
    "If you are a nurse, you may apply.",
    "You are not a nurse.",
    "You're a great listener.",
    "You are welcome.",
    "You are right.",
    "What is your name?",
    "Are you a nurse?",
    "I don't know what your name is.",
    "Your name is on the list.",
    "As you can see, it works.",
    "I will call you back later.",
  ])("%p tells nothing", (answer) => {
    expect(shown(reader.readAnswer(answer))).toBe("");
  });
});

describe("equal values", () => {
  test.each([
    ["name", "Dana", "dana"],
    ["name", "Chloé", "chloe"],
    ["name", "Dr. Evans", "Evans"],
    ["name", "Robert", "Robert Smith"],
    ["name", "Jean-Luc", "Jean Luc"],
    ["occupation", "a nurse", "Nurse"],
    ["occupation", "engineer", "software engineer"],
    ["occupation", "front-end developer", "developer"],
    ["occupation", "CEO", "chief executive officer"],
    ["occupation", "professor of history", "professor"],
  ] as const)("%s: %p is %p, both ways round", (attribute, a, b) => {
    expect([reader.sameValue(attribute, a, b), reader.sameValue(attribute, b, a)]).toEqual([true, true]);
  });

  test.each([
    ["name", "Dana", "Diana"],
    ["name", "Dr. Evans", "Dr. Okafor"],
    ["name", "", "Dana"],
    ["occupation", "nurse", "doctor"],
    ["occupation", "data engineer", "software engineer"],
    ["occupation", "engineering manager", "engineer"],
    ["occupation", "head of sales", "head of marketing"],
    ["occupation", "", "nurse"],
  ] as const)("%s: %p is not %p", (attribute, a, b) => {
    expect([reader.sameValue(attribute, a, b), reader.sameValue(attribute, b, a)]).toEqual([false, false]);
  });
});

describe("long and hostile inputs", () => {
  test("what stands far behind the beginning is not looked at", () => {
    expect(reader.readInput(`${"The sky was blue. ".repeat(23)}That's wrong.`).correction).toBe("that-is-wrong");
    expect(reader.readInput(`${"The sky was blue. ".repeat(24)}That's wrong.`).correction).toBeNull();
    expect(turnSentences("x".repeat(32_768)).map((sentence) => sentence.length)).toEqual([400]);
  });

  test.each([
    ..."no, |it's not |I'm a |my name is |you |call me |\"|'|`|```|i said |not x but |a:|); |if |- |no |wait, |QUOTE |,|.|\n|I'm Aa ".split(
      "|",
    ),
    "the the answer you gave ",
    "please stop calling me A, it's ",
  ])("%p repeated up to the limit of an input is read in linear time", (piece) => {
    expectLinear(32_768, (length) => {
      const input = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
      reader.readInput(input);
      reader.readAnswer(input);
    });
  });

  test("equal texts give equal signals", () => {
    const input = "No, I'm a nurse. Call me Dana.";
    expect(reader.readInput(input)).toEqual(reader.readInput(input));
    expect(createTurnReader().readInput(input)).toEqual(reader.readInput(input));
  });
});

test.each([
  ["exclamation marks without an end", (length: number) => `${"!".repeat(length - 1)}x`],
  ["lines of brackets", (length: number) => `${")".repeat(398)}x\n`.repeat(length / 400)],
  ["quotation marks", (length: number) => `{${"'!".repeat(length / 2)})`],
  ["openers of statements", (length: number) => "and so, no, ".repeat(length / 12)],
])("a turn is read in time in proportion to its length: %s", (_, textOf) => {
  // Of a longer one no more is read.
  expectLinear(4_096, (length) => {
    for (let times = 0; times < 8; times++) reader.readInput(textOf(length));
  });
});
