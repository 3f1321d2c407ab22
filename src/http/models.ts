// What the memory, lesson and turn routes answer, field by field.
import { type TInteger, type TNumber, Type } from "@sinclair/typebox";
import { CONTRADICTION_KINDS, CONTRADICTIONS_MAX } from "../domain/contradiction.ts";
import { SENTENCE_VERDICTS } from "../domain/judged-sentence.ts";
import { SUM_STEPS, type SumPart, type SumStep } from "../domain/retrieved.ts";
import { Receipt } from "./audit-models.ts";
import { Count, Instant, MetadataModel, NextCursor, Nullable, OneOf } from "./fields.ts";

export const Ok = Type.Object(
  { ok: Type.Literal(true, { description: "Always true: the operation is done and durable." }) },
  { title: "Ok", description: "The operation is done." },
);

const Message = Type.Object(
  {
    role: OneOf(
      "MessageRole",
      ["system", "user", "assistant"],
      "`system` for the brief, `user` for the input; `user` and `assistant` for turns of the session.",
    ),
    content: Type.String({ description: "The text of the message." }),
  },
  { title: "Message", description: "One message for the caller's model." },
);

const rank = (description: string) => Type.Integer({ minimum: 1, description });
const steps = Object.entries(SUM_STEPS);
const parts = Object.fromEntries(
  steps.map(([, { part, adds }]) => [part, Type.Number({ description: adds })]),
) as Record<SumPart, TNumber>;
const sumRanks = Object.fromEntries(steps.map(([step, { ranked }]) => [step, rank(ranked)])) as Record<
  SumStep,
  TInteger
>;

/** Of what entered and of what did not. */
const SCORE_PARTS = {
  ...parts,
  newest: Type.Number({ description: "What it gains to stand before an older statement of nearly the same." }),
  confidence: Type.Number({ description: "What the sum of the above is multiplied by." }),
  ranks: Type.Object(
    {
      ...sumRanks,
      confidence: rank("Times the confidence; what does not enter is behind all that does."),
      newest: rank("With the newest statement first: its place among the sources."),
    },
    { title: "ExplanationRanks", description: "Its place among all turns of the brain after each step, 1 the best." },
  ),
};

const Explanation = Type.Object(
  {
    entered_by: OneOf(
      "EnteredBy",
      ["similarity", "words", "time", "nearest"],
      "Its similarity reached the floor, or its words were evidence enough, or the input asks for a time and little else, or it is among the nearest to an input that speaks of what the memory knows.",
    ),
    ...SCORE_PARTS,
  },
  { title: "Explanation", description: "How a source came to its place; only where the request asked for it." },
);

export const SourceEntry = Type.Object(
  {
    id: Type.String({ description: "Identifier of the memory entry." }),
    text: Type.String({
      description:
        "Input, newline, answer. In `/prepare` as it stands in the brief: of a turn too long for its share of the budget the passages that matter to the input, with `[…]` for what is left out. In `/recall` whole.",
    }),
    score: Type.Number({ description: "Similarity to the input times the entry's confidence." }),
    superseded_by: Type.Optional(
      Type.String({
        description:
          "Identifier of the source that replaced what this one states; it stands right behind that one. In hybrid mode.",
      }),
    ),
    explain: Type.Optional(Explanation),
  },
  { title: "SourceEntry", description: "A memory entry that was used." },
);

export const Turn = Type.Object(
  {
    messages: Type.Array(Message, {
      description:
        "The brief for the caller's model: first a `system` entry with constitution, memory, lessons and coherence, then, where `history` asked for them, the last turns of the session, and last the input. Empty when the turn is gated.",
    }),
    coherence: Nullable(Type.Number(), "How similar the sources are to the input, 0 to 1; null without sources."),
    sources: Type.Array(SourceEntry, {
      description: "The memory entries in the brief as they stand there, best first.",
    }),
    allowed: Type.Boolean({ description: "False when the turn is gated: skip generation and show `reason`." }),
    reason: Nullable(Type.String(), "Why the turn was gated; null when it was not."),
    turn_token: Nullable(
      Type.String(),
      "Opaque handle for `/record` and `/verify`, valid for 24 hours; null when the turn is gated, and in a dry run.",
    ),
  },
  { title: "Turn", description: "The context for one turn." },
);

const ContradictionEntry = Type.Object(
  {
    sentence: Type.String({ description: "The sentence of the answer." }),
    source_id: Type.Union([Type.String(), Type.Null()], {
      description: "The memory entry that says otherwise; null: a confirmed name or occupation of the user.",
    }),
    remembered: Type.String({ description: "What memory says, in the words of that entry." }),
    kind: OneOf(
      "ContradictionKind",
      CONTRADICTION_KINDS,
      "`polarity`: one denies the other; `number`; `date`: also a time or a weekday; `name`: of a person or place; `value`: a role, a relation, another of a closed set; `outdated`: what was replaced or corrected.",
    ),
  },
  { title: "Contradiction", description: "A sentence of a draft that says otherwise than memory." },
);

const SentenceEntry = Type.Object(
  {
    sentence: Type.String({ description: "The sentence of the answer; a long one in parts." }),
    verdict: OneOf(
      "SentenceVerdict",
      SENTENCE_VERDICTS,
      "`supported`: a memory says it; `contradicted`: memory says otherwise; `unknown`: neither is known.",
    ),
    source_id: Nullable(
      Type.String(),
      "The memory entry that it hangs on; null where it is unknown, and for a confirmed name or occupation of the user.",
    ),
  },
  { title: "JudgedSentence", description: "A sentence of a draft that claims something." },
);

export const VerifyResult = Type.Object(
  {
    ok: Type.Boolean({ description: "True: ship the answer. False: block it or generate another." }),
    reason: Type.String({ description: "Why the answer should not ship; empty when `ok`." }),
    coherence: Type.Number({
      description: "Best similarity of the answer to the memory it is scored against, 0 to 1.",
    }),
    contradiction: Type.Boolean({ description: "True when the answer contradicts something remembered." }),
    contradictions: Type.Array(ContradictionEntry, {
      maxItems: CONTRADICTIONS_MAX,
      description: "What contradicts what, so that the sentence can be mended; `reason` names the first.",
    }),
    sentences: Type.Optional(
      Type.Array(SentenceEntry, {
        description: "What claims something, in the order of the answer; only where the request asked for it.",
      }),
    ),
  },
  { title: "VerifyResult", description: "How a draft answer stands against what is known." },
);

const EntryBelow = Type.Object(
  {
    id: SourceEntry.properties.id,
    text: Type.String({ description: "Input, newline, answer." }),
    score: SourceEntry.properties.score,
    explain: Type.Optional(
      Type.Object(SCORE_PARTS, {
        title: "ExplanationBelow",
        description:
          "What its score is made of, without `entered_by`, for it did not enter; only where the request asked for it.",
      }),
    ),
  },
  { title: "EntryBelow", description: "A memory entry that did not enter: it is no source, whatever `limit` is." },
);

export const Recall = Type.Object(
  {
    sources: Type.Array(SourceEntry, { description: "The memory entries that match, best first." }),
    below: Type.Optional(
      Type.Array(EntryBelow, {
        description: "The best of what did not enter, best first; only where the request has `below`.",
      }),
    ),
  },
  { title: "Recall", description: "What a question brings back." },
);

export const PacketType = OneOf(
  "PacketType",
  ["raw", "correction"],
  "`correction` where the turn corrected what went before.",
);

/** What is kept of a turn beside what every list shows. */
const KEPT = {
  packet_type: PacketType,
  input: Type.String({ description: "What the user said." }),
  answer: Type.String({ description: "What was answered." }),
  confidence: Type.Number({ description: "What the similarity is multiplied by in ranking." }),
  unconfirmed_overwrite: Type.Boolean({
    description: "True where the turn states a name or occupation that differs from the confirmed one.",
  }),
  cues: Type.Array(Type.String(), {
    description:
      "Which detectors fired on the input, by the names of their cues; `asked-for`: the caller said so; `ended-by:` and an id: a learning pass found that this memory ended what the input wished.",
  }),
};

const ITEM = {
  id: Type.String({ description: "Identifier of the entry." }),
  text: Type.String({
    description: "The turn as it was stored: input, newline, answer; the input alone where nobody answered.",
  }),
  created_at: Instant("When the turn was recorded."),
  session: Nullable(Type.String(), "The caller's name of the conversation; null where none was given."),
  occurred_at: Nullable(Type.String({ format: "date-time" }), "When the turn happened, if the caller said."),
  metadata: MetadataModel,
};

export const MemoryItem = Type.Object(
  {
    ...ITEM,
    detail: Type.Optional(
      Type.Object(KEPT, {
        title: "KeptOfTurn",
        description: "What else is kept of the turn; only where the request asked for it.",
      }),
    ),
  },
  { title: "MemoryItem", description: "One remembered turn." },
);

export const MemoryList = Type.Object(
  { items: Type.Array(MemoryItem, { description: "The entries, newest first." }), next_cursor: NextCursor },
  { title: "MemoryList", description: "A page of a brain's memory." },
);

export const MemoryDetail = Type.Object(
  { ...ITEM, ...KEPT },
  { title: "MemoryDetail", description: "One remembered turn with all that is kept about it." },
);

const Session = Type.Object(
  {
    name: Type.String({ description: "The caller's name of the conversation." }),
    turns: Count("Turns of it that are remembered."),
    first: Instant("When its first remembered turn happened."),
    last: Instant("When its last remembered turn happened."),
  },
  { title: "Session", description: "A conversation by the name that its caller gave it." },
);

export const SessionList = Type.Object(
  {
    items: Type.Array(Session, { description: "The sessions, the one with the newest turn first." }),
    next_cursor: NextCursor,
  },
  { title: "SessionList", description: "A page of a brain's sessions." },
);

export const SessionTurns = Type.Object(
  { items: Type.Array(MemoryDetail, { description: "The turns, oldest first." }), next_cursor: NextCursor },
  { title: "SessionTurns", description: "A page of the turns of one session." },
);

export const ForgottenBrain = Type.Object(
  {
    ok: Type.Literal(true, { description: "Always true: the memory is gone." }),
    packets: Count("Turns that were erased."),
    lessons: Count("Lessons that were erased."),
    receipt: Receipt,
  },
  { title: "ForgottenBrain", description: "What was erased." },
);

export const Lesson = Type.Object(
  {
    id: Type.String({ description: "Identifier of the lesson." }),
    packet_type: Type.Literal("lesson", { description: "Always `lesson`." }),
    response_text: Type.String({ description: "The rule's wording, an imperative." }),
    use_count: Count("How often the lesson was retrieved."),
    created_at: Instant("When the lesson was learned."),
    expires_at: Instant(
      "When it expires: 30 days after it was made or last retrieved; `9999-12-31T23:59:59Z` where it is pinned.",
    ),
    pinned: Type.Boolean({ description: "Whether an admin pinned it: it is in every brief, and never expires." }),
    source_link: Type.Array(Type.String(), {
      description: "Identifiers of the packets that the rule was distilled from.",
    }),
    llm_cost: Nullable(Type.Number(), "What distilling the rule cost this service; null for a rule added by hand."),
    superseded_by: Nullable(Type.String(), "The lesson that took its place; null for one that holds."),
  },
  { title: "Lesson", description: "A standing rule." },
);

export const LessonList = Type.Object(
  {
    user_id: Type.String({ description: "The brain's key in its joined form, for display only." }),
    core: Type.String({ description: "Slug of the core." }),
    lessons: Type.Array(Lesson, { description: "The live lessons, newest first." }),
    next_cursor: NextCursor,
  },
  { title: "LessonList", description: "A page of a brain's lessons." },
);

export const Metrics = Type.Object(
  {
    turns: Count("Turns ever recorded in this brain."),
    avg_coherence: Type.Number({
      description: "Mean coherence of the prepared turns that had sources; 0 without any.",
    }),
    memory_size: Count("Turns that the brain remembers now."),
    lessons: Count("Live lessons."),
  },
  { title: "Metrics", description: "Figures of one brain." },
);

export const SelfAttribute = OneOf("SelfAttribute", ["name", "occupation"], "What of the user it is about.");

const ProfileAttribute = Type.Object(
  {
    attribute: SelfAttribute,
    value: Type.String({ description: "The confirmed value, as the user said it." }),
    source_id: Type.String({ description: "Identifier of the memory entry that states it." }),
    since: Instant("When it was said."),
  },
  { title: "ProfileAttribute", description: "What the user said they are called or do." },
);

const ProfilePreference = Type.Object(
  {
    text: Type.String({ description: "What the user said; of a long input its beginning." }),
    source_id: Type.String({ description: "Identifier of the memory entry that tells it." }),
    since: Instant("When it was said."),
  },
  { title: "ProfilePreference", description: "A lasting preference, need or identity of the user's own." },
);

export const Profile = Type.Object(
  {
    attributes: Type.Array(ProfileAttribute, { description: "Confirmed name and occupation." }),
    lessons: Type.Array(Lesson, {
      description: "Standing rules: pinned ones first, then those about answers in general, then the most used.",
    }),
    preferences: Type.Array(ProfilePreference, { description: "Newest first; without those that were replaced." }),
    counts: Type.Object(
      {
        turns: Count("Turns recorded in this brain ever."),
        memory_size: Count("Memory entries that are held now."),
        lessons: Count("Live lessons."),
        sessions: Count("Named conversations."),
      },
      { title: "ProfileCounts", description: "How much there is." },
    ),
  },
  { title: "Profile", description: "What is known of the user." },
);
