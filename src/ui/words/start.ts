// The words of the page "First turn".
import { counted } from "./common.ts";

export const start = {
  title: "First turn",
  lead: "Tell the service something, and see it come back. You stand in for the model here: no model is called.",
  again: "Start again",
  say: {
    title: "1. Say something about yourself",
    text: "As a user of your application would, in plain words.",
    user: "User",
    userHint: "A made-up name will do. Whatever is remembered of this user, no other user ever sees.",
    userForm: "1 to 128 letters, digits or signs, without spaces.",
    bound: "Your key is bound to this user.",
    said: "What you say",
    examples: "Or take one of these",
    submit: "Prepare the turn",
    gated: (reason: string) => `The service's rules stop this turn: ${reason}`,
  },
  answer: {
    title: "2. Answer as the model would",
    text: "This is what your model would get: the rules of the service, what it remembers of the user, and what was said.",
    brief: "What your model gets",
    empty: (sources: number) =>
      sources === 0
        ? "Nothing is remembered of this user yet, so it holds no memory."
        : `${counted(sources, "memory", "memories")} of this user came with it.`,
    answer: "The answer",
    hint: "Yours to change. What is recorded is what the user said, with this answer.",
    suggested: "Noted. I will keep it in mind.",
    submit: "Record the turn",
  },
  ask: {
    title: "3. Ask about it",
    text: "It is on disk now. Ask as the same user, later and in other words.",
    question: "What you ask",
    about: (words: string) => `What did I tell you about ${words}?`,
    submit: "Ask",
  },
  back: {
    title: "4. It comes back",
    first: (sources: number) =>
      sources === 1 ? "It came back as the only source." : `It came back as the first of ${sources} sources.`,
    later: (place: number, sources: number) => `It came back as number ${place} of ${sources} sources.`,
    other: "Other memory of this user is closer to this question. Ask more plainly about what you said.",
    none: "Nothing came back: the question is too far from what you said. Ask in other words.",
    score: "Score",
    scoreHint:
      "How similar it is to the question, times how sure it is: 0.5 for an ordinary turn, 0.7 for a correction.",
    sources: "Sources, the best first",
    brief: "What your model gets now",
  },
  next: {
    title: "What next",
    text: "Your application does the same: prepare, let your own model answer, record. With a key in KEY:",
    code: "The turn as commands",
    prepare: "Prepare",
    record: "Record, with the turn_token of the answer",
    copyPrepare: "Copy the first command",
    copyRecord: "Copy the second command",
    docs: "The whole interface, with every field",
    person: (user: string) => `What is remembered of ${user}`,
    mine: "My memory",
    forget: "It is a real memory of this user: it can be erased there.",
    token: "the turn_token",
    answer: "what your model answered",
  },
  examples: [
    {
      said: "I am vegetarian, and peanuts make me ill.",
      answer: "Thank you, I will keep that in mind whenever we talk about food.",
      question: "What should I not eat?",
    },
    {
      said: "I moved to Porto in May, and I work from home.",
      answer: "Porto is lovely. I will remember where you are.",
      question: "Which city do I live in now?",
    },
    {
      said: "Please give me temperatures in degrees Celsius.",
      answer: "Celsius it is.",
      question: "In which unit do I want temperatures?",
    },
  ],
} as const;
