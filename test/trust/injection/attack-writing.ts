// Gives texts straight to what writes briefs and prompts, thousands a second, and reads back what was written.
import { countTokens } from "../../../src/base/count-tokens.ts";
import { DEFAULT_CONSTITUTION } from "../../../src/domain/constitution.ts";
import type { ClusterPacket, PacketCluster } from "../../../src/domain/learning.ts";
import type { Lesson } from "../../../src/domain/lesson.ts";
import type { Packet } from "../../../src/domain/packet.ts";
import type { RetrievedPacket } from "../../../src/domain/retrieved.ts";
import { clusterPrompt } from "../../../src/learning/write-prompt.ts";
import { readInPlace } from "../../../src/reading/read-in-place.ts";
import { buildBrief } from "../../../src/turns/build-brief.ts";
import { fitSources } from "../../../src/turns/fit-sources.ts";
import { foldText, readBrief, readPrompt } from "./brief-form.ts";

const CREATED_AT = Date.UTC(2026, 4, 8);

export interface WritingCase {
  readonly rules: readonly string[];
  /** Input and answer of each. */
  readonly turns: readonly (readonly [string, string])[];
  readonly context: string;
  /** Room for memory: small ones cut texts. */
  readonly tokensMax: number;
}

const reading = readInPlace();

/** Throws where a text leaves its quotation, or where something else is written than was given. */
export async function attackWriting({ rules, turns, context, tokensMax }: WritingCase): Promise<void> {
  const budget = { question: turns[0]?.join(" ") ?? "", account: "a", tokensMax };
  const sources = await fitSources({ reading }, turns.map(retrieved), budget);
  const tokens = sources.reduce((sum, { text }) => sum + countTokens(text), 0);
  if (tokens > tokensMax) throw new Error(`${tokens} tokens are quoted where there is room for ${tokensMax}`);
  const coherence = sources.length === 0 ? null : 0.5;
  const lessons = { retrieved: rules.slice(0, 1).map(lesson), injected: rules.slice(1).map(lesson) };
  const [system] = buildBrief({
    constitution: DEFAULT_CONSTITUTION,
    context,
    lessons,
    sources,
    coherence,
    history: [],
    input: "x",
  });
  const brief = readBrief(system?.content ?? "", { constitution: DEFAULT_CONSTITUTION.text, context });
  requireSame(brief.rules, rules);
  requireSame(
    brief.memories.map(({ text }) => text),
    sources.map(({ text }) => text),
  );
  if (brief.memories.some(({ date }) => date !== "2026-05-08")) throw new Error("a date was forged");
  if (brief.coherence !== (coherence === null ? null : "0.50")) throw new Error("the coherence was forged");
  if (turns.length > 0 && readPrompt(clusterPrompt(clusterOf(turns))) !== turns.length) {
    throw new Error("the prompt has another number of turns than the cluster");
  }
}

function requireSame(found: readonly string[], given: readonly string[]): void {
  const [a, b] = [found, given].map((texts) => JSON.stringify(texts.map(foldText)));
  if (a !== b) throw new Error(`${a?.slice(0, 300)} was read where ${b?.slice(0, 300)} was written`);
}

function packetOf([input, answer]: readonly [string, string], at: number): Packet {
  return {
    ...{ id: `mem_${at}`, brain: 1, seq: at + 1, kind: "raw", input, answer, confidence: 0.5 },
    ...{ unconfirmedOverwrite: false, cues: [], session: null, occurredAt: null, metadata: {}, createdAt: CREATED_AT },
  };
}

function retrieved(turn: readonly [string, string], at: number): RetrievedPacket {
  return { packet: packetOf(turn, at), similarity: 0.9, score: 0.45, explanation: null };
}

function lesson(text: string, at: number): Lesson {
  return {
    ...{ id: `les_${at}`, brain: 1, seq: at + 1, text, useCount: 0, createdAt: CREATED_AT, expiresAt: CREATED_AT + 1 },
    ...{ isGeneral: false, sourceLink: [], llmCost: null, supersededBy: null },
  };
}

function clusterOf(turns: WritingCase["turns"]): PacketCluster {
  const packets = turns.map((turn, at): ClusterPacket => {
    const { id, seq, input, answer, createdAt } = packetOf(turn, at);
    return { id, seq, input, answer, createdAt, kind: at % 2 === 0 ? "raw" : "correction" };
  });
  return { packets, centralSeq: 1 };
}
