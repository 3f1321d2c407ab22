// A week of one user, as she would have it: what she says each day, what is answered, and what it should teach.

export interface WeekTurn {
  /** Local time of the day. */
  readonly at: string;
  readonly input: string;
  readonly answer: string;
}

export interface WeekDay {
  readonly date: string;
  readonly turns: readonly WeekTurn[];
}

const STOCK = "Sure, I'll keep that in mind.";
const NOTED = "Got it, noted.";
const PLEASURE = "You're welcome! Is there anything else?";

function turn(at: string, input: string, answer: string): WeekTurn {
  return { at, input, answer };
}

/** Monday to Sunday. What is meant to last is said on two days, in other words; a correction may be said once. */
export const WEEK: readonly WeekDay[] = [
  {
    date: "2026-03-02",
    turns: [
      turn("07:41", "Good morning!", "Good morning! What can I do for you?"),
      turn("07:42", "My name is Diana, by the way", "Nice to meet you, Diana."),
      turn("07:44", "Please give distances in kilometres, I never know what a mile is", STOCK),
      turn("07:50", "How far is it from Ghent to Lille?", "About 75 km by road."),
      turn("12:15", "What can I cook with chickpeas and spinach?", "A curry, a stew, or a salad."),
      turn("12:16", "I'm a vegetarian, so no bacon in there", STOCK),
      turn("12:20", "thanks, that sounds lovely", PLEASURE),
      turn("16:03", "My flight is at nine tomorrow, when should I leave?", "Around six, if you check in luggage."),
      turn("16:05", "Can you write a short poem about rain?", "Rain on the roof, a drum without a hand."),
      turn("21:30", "Please keep your answers short", STOCK),
    ],
  },
  {
    date: "2026-03-03",
    turns: [
      turn("06:02", "Is there a train to the airport before six?", "There is one at 5:32."),
      turn("06:03", "I forgot my umbrella, great start", "Oh no! Perhaps it stays dry."),
      turn("06:05", "My flight is at nine, is the airport busy?", "On Tuesdays it is quiet."),
      turn("09:40", "Tell me a joke", "Why did the scarecrow win a prize? It was outstanding in its field."),
      turn("09:41", "haha, good one", "Glad you liked it!"),
      turn("13:10", "My brother works as a pilot for a freight airline", "That must be an interesting job."),
      turn("13:12", "Is it common for pilots to nap on long flights?", "Yes, in turns, and under strict rules."),
      turn("18:25", "I prefer window seats on trains", STOCK),
      turn("18:26", "Which seats of the Eurostar have a table?", "Those in the middle of each coach."),
      turn("22:10", "Keep your answers short, please, I read them on my phone", NOTED),
      turn("22:11", "What is the tallest building in Rotterdam?", "The Zalmhaven tower, 215 metres."),
    ],
  },
  {
    date: "2026-03-04",
    turns: [
      turn("08:00", "hi there", "Hello! How can I help?"),
      turn("08:01", "Please stop calling me Diana, it's Dana", "Sorry, Dana. I will remember."),
      turn("08:15", "I need a hotel in Bruges for this weekend", "The old town has many small ones."),
      turn("11:30", "Could you please always give me distances in kilometres and not in miles", STOCK),
      turn("11:32", "How long is the coast of Belgium?", "About 67 km."),
      turn("12:40", "Remember that I'm a vegetarian when you suggest recipes", STOCK),
      turn("12:41", "What goes well with fennel?", "Orange, lentils, potatoes."),
      turn("15:05", "My brother is a pilot, he works for a freight airline", "You mentioned him."),
      turn("15:20", "I have a dentist appointment at three", "Good luck!"),
      turn("15:21", "Does a filling hurt?", "Rarely, the tooth is numbed first."),
      turn("19:00", "My boss says we should always answer mails within an hour", "That sounds demanding."),
    ],
  },
  {
    date: "2026-03-05",
    turns: [
      turn("07:30", "What's the weather like in Ostend in March?", "Cool and windy, around 8 degrees."),
      turn("07:31", "I'm so tired today", "Perhaps an early night would help."),
      turn("09:05", "I work as a paediatric nurse at the university hospital", "Thank you for what you do."),
      turn("09:06", "How do I calm a child before a blood test?", "Explain each step and offer a distraction."),
      turn("12:02", "My sister doesn't eat fish", "I see."),
      turn("12:03", "Which cheese is made without rennet?", "Many fresh ones, and some hard ones are labelled so."),
      turn("17:45", "I usually prefer a window seat when I take the train", STOCK),
      turn("17:46", "Never use emojis when you write to me", "Understood."),
      turn("20:12", "Who wrote The Sorrow of Belgium?", "Hugo Claus."),
      turn("20:13", "That's wrong, isn't it?", "It is by Hugo Claus, from 1983."),
    ],
  },
  {
    date: "2026-03-06",
    turns: [
      turn("08:20", "morning :)", "Good morning, Dana."),
      turn("08:21", "No, I live in Antwerp, not in Ghent", "Thank you, Antwerp it is."),
      turn("08:25", "When does the library open?", "At ten on Fridays."),
      turn("10:10", "I'm a nurse, mostly for children, at the university hospital", "That takes a lot of energy."),
      turn("10:12", "How much coffee is too much?", "More than four cups a day, for most people."),
      turn("13:33", "Please don't use emojis in your replies", STOCK),
      turn("13:34", "ok", "Is there anything else?"),
      turn("18:00", "Set a timer for ten minutes", "I cannot set timers, sorry."),
      turn("18:01", "never mind", "All right."),
    ],
  },
  {
    date: "2026-03-07",
    turns: [
      turn("10:00", "My friend Tom loves motorbikes, what could I give him?", "A pair of good gloves."),
      turn("10:02", "He already has gloves", "Then perhaps a tool roll."),
      turn("10:05", "I prefer the second one", "The tool roll it is."),
      turn("11:20", "My sister does not eat any fish", "Then fish is off her menu."),
      turn("12:30", "What does 'op de koffie komen' mean?", "To come off badly; or simply to come for coffee."),
      turn("12:31", "Actually, that's great", "I am glad."),
      turn("15:00", "My train leaves at 7:45, is that early enough for the market?", "Yes, it opens at nine."),
      turn("15:10", "Tell me another joke", "I would tell one about trains, but I lost my train of thought."),
      turn("18:30", "I'm really tired today", "Then rest a little."),
      turn("19:45", "no worries, thanks", PLEASURE),
    ],
  },
  {
    date: "2026-03-08",
    turns: [
      turn("09:15", "Happy Sunday!", "Happy Sunday, Dana!"),
      turn("09:16", "What should I read on a rainy day?", "Something long, with a map in it."),
      turn("11:00", "I'm making soup right now", "Enjoy!"),
      turn("11:01", "How long do red lentils take?", "About fifteen minutes."),
      turn("14:20", "My neighbour's name is Karim", "Good to know."),
      turn("14:21", "What would be a nice thing to say to a new neighbour?", "Welcome, and here is a cake."),
      turn("18:30", "I prefer the first one", "The cake, then."),
      turn("18:40", "I like that", "Good!"),
      turn("18:41", "I'm a bit late with my report", "You can do it."),
      turn("21:55", "good night", "Sleep well, Dana."),
    ],
  },
];

export interface ExpectedRule {
  readonly about: string;
  /** What the rule says, however it is worded. */
  readonly rule: RegExp;
  /** What the rule must not say, though the words above are in it. */
  readonly never?: RegExp;
  /** A turn near to it, so that its brief must hold it: of the rules that are not near, only five are in a brief. */
  readonly ask: string;
}

/** All that the week teaches, and nothing besides. */
export const EXPECTED: readonly ExpectedRule[] = [
  { about: "units", rule: /distances.*kilomet|kilomet.*distances/i, ask: "How far is Rome from Milan?" },
  { about: "diet", rule: /vegetarian/i, ask: "Which vegetarian dish shall I cook tonight?" },
  { about: "length", rule: /answers.*short|short.*answers/i, ask: "Please keep the answers about volcanoes short" },
  {
    about: "name",
    rule: /\bcall the user Dana\b/i,
    never: /call the user Diana/i,
    ask: "Do you remember what to call me, Dana or Diana?",
  },
  { about: "seat", rule: /window seat/i, ask: "Which seat shall I book on the train?" },
  {
    about: "emojis",
    rule: /emoji/i,
    never: /^(?:always )?use emoji/i,
    ask: "Write a cheerful message with emojis to my friend",
  },
  { about: "home", rule: /Antwerp/, never: /lives? in Ghent/i, ask: "Where do I live, Antwerp or Ghent?" },
  { about: "job", rule: /nurse/i, never: /pilot|brother/i, ask: "Where do I work as a nurse?" },
];

/** What no rule may speak of: a single day, another person, small talk, and what was taken back. */
export const FORBIDDEN: readonly RegExp[] = [
  /flight|airport|\bnine\b/i,
  /call the user Diana|name is Diana/i,
  /pilot|brother|sister|\bfish\b|\bTom\b|motorbike|Karim|neighbour|boss|mails?\b/i,
  /joke|poem|umbrella|tired|weather|timer|dentist|hotel|soup|lentil|report|market/i,
  /keep that in mind|second one|lives? in Ghent\b/i,
];

export const TURNS_OF_WEEK = WEEK.reduce((sum, day) => sum + day.turns.length, 0);
