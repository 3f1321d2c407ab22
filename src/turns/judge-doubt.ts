// Lets a model that reads claim and memory side by side settle what words alone say of a draft answer.
import type { AnswerJudge } from "../domain/ports/answer-judge.ts";
import type { ComparedAnswer, FoundContradiction, FoundDoubt } from "../domain/ports/text-reading.ts";

/** As it was compared by words, where the judge has no opinion, no time, or died over it. */
export async function judgeDoubt(
  judge: AnswerJudge | null,
  question: string,
  compared: ComparedAnswer,
): Promise<ComparedAnswer> {
  const { doubt, contradictions } = compared;
  if (judge === null || doubt === null) return compared;
  const share = await shareOf(judge, question, doubt);
  if (share === null) return compared;
  const { agrees, agreesOnNumbers, contradicts } = judge.thresholds;
  if (contradictions.length > 0)
    return withContradictions(compared, ({ kind }) => share >= (kind === "number" ? agreesOnNumbers : agrees));
  if (share < contradicts) return compared;
  return { ...compared, contradictions: [await blamed(judge, question, doubt)] };
}

async function shareOf(judge: AnswerJudge, question: string, { claim, told }: FoundDoubt): Promise<number | null> {
  return judge.shareOf({ question, claim, told: told.map(({ text }) => text) }).catch(() => null);
}

/** What else looked like a contradiction by its words is none. */
function withContradictions(compared: ComparedAnswer, isOne: (found: FoundContradiction) => boolean): ComparedAnswer {
  const contradictions = compared.contradictions.filter(isOne);
  const left = new Set(contradictions.map(({ sentence }) => sentence));
  const sentences = compared.sentences.map((each) =>
    each.verdict === "contradicted" && !left.has(each.sentence)
      ? { ...each, verdict: "unknown" as const, memory: null }
      : each,
  );
  return { ...compared, contradictions, sentences };
}

/**
 * What the claim contradicts: the passage without which it is least in doubt, of several the last; the nearest, where the claim
 * stays as doubtful without any one of them.
 */
async function blamed(judge: AnswerJudge, question: string, doubt: FoundDoubt): Promise<FoundContradiction> {
  let found = doubt.told[doubt.nearest]!;
  let least = judge.thresholds.contradicts;
  for (const passage of doubt.told.length > 1 ? doubt.told : []) {
    const told = doubt.told.filter((other) => other !== passage);
    const share = (await shareOf(judge, question, { ...doubt, told })) ?? Number.POSITIVE_INFINITY;
    if (share > least) continue;
    least = share;
    found = passage;
  }
  const { memory, sentence, remembered, kind } = found;
  return { sentence, memory, remembered, kind };
}
