// Turns and questions out of a seeded vocabulary: sentences of the length that people write, about a few dozen subjects.
import type { SeededRandom } from "../../vectors/seeded-random.ts";

const SUBJECTS =
  "garden kitchen guitar bicycle kayak greenhouse bakery library market harbour museum cinema balcony cellar workshop orchard trailer camera violin telescope aquarium sauna tent ladder printer boiler roof fence driveway attic piano drum lantern quilt saddle compass anchor barn chimney fountain hammock igloo jacket kettle lawn mirror notebook oven pantry rucksack sofa terrace umbrella vase wardrobe window beehive canoe desk easel freezer grill helmet".split(
    " ",
  );
const QUALITIES =
  "old small wooden bright quiet heavy borrowed broken painted favourite narrow spare rusty sturdy cheap elegant dusty warm shared hidden".split(
    " ",
  );
const DEEDS =
  "repaired cleaned photographed measured sold rented moved decorated borrowed inspected replaced covered weighed insured polished described".split(
    " ",
  );
const PLACES =
  "behind the station|near the old bridge|across from the school|at the edge of town|under the tall pines|beside the canal|above the pharmacy|at the end of our street".split(
    "|",
  );
const REASONS =
  "because the rain came in|since nobody else wanted it|so that the children could use it|before the guests arrived|after the paint had dried|although it took all afternoon|while the shop was closed|because my sister asked for it".split(
    "|",
  );
const REMARKS =
  "I would keep the receipt for the warranty|a cloth and some oil should be enough|the neighbours may lend you a trolley|that sounds like a good plan for the weekend|remember to note down the exact size|it might be worth asking twice about the price|two people can carry it without trouble|the manual says to let it rest overnight".split(
    "|",
  );
const SYLLABLES = "ba do fe gi ka lu mo ne pi ro sa tu va wi zo len mar nis tor vel".split(" ");

export const TOPICS = SUBJECTS.length;
/** Turns that ask for something to be done always, from which rules are made. */
const WISH_SHARE = 0.1;
const NAMES = 2_000;

export interface TurnText {
  readonly input: string;
  readonly answer: string;
}

function pick<T>(random: SeededRandom, list: readonly T[]): T {
  return list[random.integer(list.length)]!;
}

/** An invented name, one of 2,000: what makes the words of one turn differ from those of the next. */
function nameOf(random: SeededRandom): string {
  const number = random.integer(NAMES);
  const at = (place: number) => SYLLABLES[Math.floor(number / place) % SYLLABLES.length]!;
  const name = at(1) + at(20) + at(400);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `topic`: 0 to TOPICS - 1. */
export function turnAbout(random: SeededRandom, topic: number): TurnText {
  const subject = SUBJECTS[topic]!;
  if (random.next() < WISH_SHARE) {
    const input = `Please always keep the ${pick(random, QUALITIES)} ${subject} ${pick(random, PLACES)}, I prefer it there.`;
    return { input, answer: `Noted, the ${subject} stays there: ${pick(random, REMARKS)}.` };
  }
  const input = `Last time ${nameOf(random)} and I ${pick(random, DEEDS)} the ${pick(random, QUALITIES)} ${subject} ${pick(random, PLACES)} ${pick(random, REASONS)}.`;
  const answer = `Good to know about the ${subject}: ${pick(random, REMARKS)}, and ${pick(random, REMARKS)}.`;
  return { input, answer };
}

/** A sentence that stands for all that is said about a topic. */
export function topicSentence(topic: number): string {
  return `We repaired the old ${SUBJECTS[topic]}. Good to know about the ${SUBJECTS[topic]}: keep the receipt.`;
}

/** Questions of about a dozen words. */
export function questionsFor(random: SeededRandom, count: number): string[] {
  return Array.from({ length: count }, () => {
    const subject = pick(random, SUBJECTS);
    return `Who ${pick(random, DEEDS)} the ${pick(random, QUALITIES)} ${subject} ${pick(random, PLACES)} with ${nameOf(random)}?`;
  });
}

export interface Inputs {
  readonly count: number;
  /** The text of a number, in a spelling that was not asked before: nothing remembered helps with it. */
  fresh(number: number): string;
}

/** The same words with more white space are the same tokens, and another text to whoever remembers texts. */
export function createInputs(texts: readonly string[]): Inputs {
  const uses = texts.map(() => 0);
  return {
    count: texts.length,
    fresh(number) {
      const at = number % texts.length;
      uses[at]!++;
      return texts[at]!.replace(" ", " ".repeat(uses[at]!));
    },
  };
}
