// One sentence of a draft beside its question and memory: what all candidates of the sentence share.
import { wordSet } from "../base/word-set.ts";
import { type Features, flag } from "./candidate.ts";
import type { Draft } from "./draft.ts";
import { wordsAround } from "./near-words.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import type { Statement } from "./statement.ts";

/** What tells that something came otherwise. */
const TURNED = wordSet(
  "away through back swapped swap moved cancelled canceled planned originally meant before longer anymore more instead rather changed postponed quoted gone dropped formerly previously initially earlier until first now since not never isn't wasn't",
);
const PAST = wordSet("was were had did war waren hatte era était");
const CALCULATING = wordSet("× = + − plus minus off discount makes total altogether sum");
const ADDRESSING = wordSet("you your you're you've yours du dein deine deinem deinen deiner ton ta tes tu");
const QUOTES = wordSet('" “ „ « »');

export class Scene {
  /** Of each statement of memory, how much it is about the sentence and the question. */
  readonly topics: Float64Array;
  /** The same by the question alone. */
  readonly #byQuestion: Float64Array;
  readonly #byStatement: Float64Array;
  readonly #best: number;
  /** Of the draft and the sentence. */
  readonly features: Features;

  constructor(
    readonly draft: Draft,
    readonly statement: Statement,
    index: number,
  ) {
    const { memory, focus } = draft;
    this.topics = memory.topics(new Set([...statement.stems, ...focus]));
    this.#byQuestion = memory.topics(focus);
    this.#byStatement = memory.topics(statement.stems);
    this.#best = this.topics.reduce((best, topic) => Math.max(best, topic), 0);
    this.features = { ...draft.features, ...describe(draft, statement, index) };
  }

  /** How much a statement of memory is about the question, and about the sentence. */
  about({ at }: RememberedStatement): number {
    return this.#byQuestion[at]! + this.#byStatement[at]!;
  }

  /** How telling the words are that two sets share. */
  shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
    return this.draft.memory.sharedWeight(one, other);
  }

  /** The same for what is around a place of the sentence and what is around one of memory; the question counts half. */
  nearness(near: ReadonlySet<string>, known: RememberedStatement, from: number, to: number): number {
    const theirs = wordsAround(known, from, to);
    return this.shared(near, theirs) + this.shared(this.draft.focus, theirs) / 2;
  }

  /** How alike two places are: one of the sentence, and one of a statement of memory. */
  compare(near: ReadonlySet<string>, known: RememberedStatement, from: number, to: number): Features {
    const { memory, focus } = this.draft;
    const theirs = wordsAround(known, from, to);
    const askedNear = this.shared(focus, theirs);
    const stems = [...this.statement.stems];
    const ofTurn = memory.stemsOfTurn(known.turn);
    const inTurn = stems.filter((stem) => ofTurn.has(stem)).length;
    const about = [...known.stems].filter((stem) => this.statement.stems.has(stem) || focus.has(stem)).length;
    const common = [...near].filter((stem) => theirs.has(stem));
    return {
      topic: this.topics[known.at]!,
      topicOfQuestion: this.#byQuestion[known.at]!,
      topicOfSentence: this.#byStatement[known.at]!,
      behindBest: this.#best - this.topics[known.at]!,
      near: this.shared(near, theirs),
      nearAsked: askedNear,
      nearWords: common.length,
      askedShare: askedNear / Math.max(ASKED_LEAST, this.shared(focus, focus)),
      sentenceShare: inTurn / Math.max(1, stems.length),
      sentenceWords: inTurn,
      knownShare: about / Math.max(1, known.stems.size),
      knownWords: about,
      knownTokens: Math.min(40, known.tokens.length),
      nearNames: common.filter((stem) => memory.nameStems.has(stem)).length,
      names: [...near].filter((stem) => memory.nameStems.has(stem)).length,
    };
  }
}

/** A question of hardly known words has a part of this much at least. */
const ASKED_LEAST = 0.3;

function describe({ statements }: Draft, statement: Statement, index: number): Features {
  const { tokens } = statement;
  const has = (words: ReadonlySet<string>) => flag(tokens.some(({ lower }) => words.has(lower)));
  return {
    index: Math.min(10, index),
    first: flag(statement === statements[0]),
    tokens: Math.min(60, tokens.length),
    values: statement.values.length,
    turned: Math.min(4, tokens.filter(({ lower }) => TURNED.has(lower)).length),
    past: has(PAST),
    general: flag(statement.general),
    tellsHistory: flag(statement.tellsHistory),
    ofSpeaker: flag(statement.ofSpeaker),
    conditions: flag(statement.conditional.size > 0),
    negated: flag(statement.negated),
    relativeTime: flag(statement.relativeTime),
    calculates: has(CALCULATING),
    addresses: has(ADDRESSING),
    quotes: has(QUOTES),
  };
}
