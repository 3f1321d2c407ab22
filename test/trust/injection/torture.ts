// bun run torture:injection: the whole corpus and any number of mixtures, against the writing and against a service.
import { resolve } from "node:path";
import { describeMachine } from "../../bench/machine.ts";
import { readOptions } from "../../bench/read-options.ts";
import { startTestService } from "../../support/test-service.ts";
import { attackKnownWritings, attackMixedWritings, attackService, noCounts } from "./attack.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";
import { TextMixer } from "./mix-texts.ts";

const HELP = `Plants hostile texts as memory, lessons, sessions and contexts, and reads every brief and prompt back strictly.

  bun run torture:injection -- [--cases N] [--planted N] [--seed S]

  --cases N     mixtures given straight to what writes briefs and prompts (100,000)
  --planted N   mixtures planted in a service with real storage, beside the whole corpus (500)
  --seed S      another seed makes other mixtures (1)`;

const values = readOptions(HELP, {
  cases: { type: "string", default: "100000" },
  planted: { type: "string", default: "500" },
  seed: { type: "string", default: "1" },
});

const seed = Number(values.seed);
const counts = noCounts();
const startedAt = performance.now();
await attackKnownWritings(counts);
await attackMixedWritings(counts, Number(values.cases), seed);
const mixer = new TextMixer(seed + 1);
const mixed = Array.from({ length: Number(values.planted) }, (_, at) => ({
  name: `mixed ${at}`,
  text: `x${mixer.next()}`,
}));
const service = await startTestService();
await attackService(service, [...HOSTILE_TEXTS, ...mixed], counts);
await service.close();
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
console.log(describeMachine(resolve(import.meta.dir, "../../../dist/memoryd")));
console.log(
  `seed ${seed}: ${HOSTILE_TEXTS.length} known texts, ${counts.writings} briefs and prompts written, ${counts.planted} texts planted, ` +
    `${counts.briefs} briefs of the service with ${counts.memories} memories and ${counts.rules} rules, ` +
    `${counts.promptTurns} turns in prompts, ${counts.distilled} rules distilled and ${counts.learned} learned, ${seconds} s: none left its quotation`,
);
