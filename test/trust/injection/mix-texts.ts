// Makes new hostile texts of pieces of the known ones, the same for the same seed.
import { type SeededRandom, seededRandom } from "../../vectors/seeded-random.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";

const PIECES_MAX = 10;
const PIECE_CHARS_MAX = 80;
const JOINTS = [
  "\n",
  "\r",
  "\r\n",
  "\n\n",
  "\v",
  "\f",
  "\u0085",
  "\u2028",
  "\u2029",
  "\u001d",
  " ",
  "",
  "> ",
  "\n> ",
  "\n## ",
  "\t",
];

export class TextMixer {
  readonly #random: SeededRandom;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  next(): string {
    let text = "";
    for (let left = 1 + this.#random.integer(PIECES_MAX); left > 0; left--) text += this.#piece() + this.#joint();
    return text.toWellFormed().replaceAll("\u0000", "");
  }

  /** Some of a known text: its beginning, its end, or a stretch between. */
  #piece(): string {
    const points = [...HOSTILE_TEXTS[this.#random.integer(HOSTILE_TEXTS.length)]!.text];
    const length = 1 + this.#random.integer(PIECE_CHARS_MAX);
    const place = this.#random.integer(3);
    const from =
      place === 0 ? 0 : place === 1 ? Math.max(0, points.length - length) : this.#random.integer(points.length);
    return points.slice(from, from + length).join("");
  }

  #joint(): string {
    return JOINTS[this.#random.integer(JOINTS.length)]!;
  }

  integer(max: number): number {
    return this.#random.integer(max);
  }
}
