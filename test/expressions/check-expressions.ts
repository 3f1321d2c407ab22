// Says of every expression that may see a text from outside how it is known to be linear; part of `bun run check`.
import { collectExpressions, type FoundExpression } from "./collect-expressions.ts";
import { whyNotLinear } from "./prove-linear.ts";

async function checkExpressions(): Promise<{ readonly faults: readonly string[]; readonly summary: string }> {
  const { native, linear, unseen } = await collectExpressions();
  const faults = [...unseen];
  const unique = new Map(native.map((each) => [`/${each.source}/${each.flags}`, each]));
  for (const [written, each] of unique) {
    const why = whyNotLinear(each);
    if (why !== null) faults.push(faultOf(each, written, why));
  }
  for (const each of linear) {
    try {
      void each.program;
    } catch (error) {
      faults.push(`${each.source} on the linear engine: ${error instanceof Error ? error.message : error}`);
    }
  }
  const summary = `${unique.size} expressions proven linear as the runtime matches them, ${linear.length} on the linear engine`;
  return { faults, summary };
}

function faultOf({ file }: FoundExpression, written: string, why: string): string {
  return `${file}: ${written} is ${why}: rewrite it, or put it into linear(…)`;
}

const { faults, summary } = await checkExpressions();
for (const fault of faults) console.log(fault);
console.log(summary);
process.exit(faults.length === 0 ? 0 : 1);
