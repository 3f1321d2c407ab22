// Reads from what a user said in an imported chat what a recorded turn would have taught: corrections and self-attributes.
import type { SelfAttribute, StatedAttribute, TurnReader } from "../domain/learning.ts";
import { CONFIDENCE } from "../domain/packet.ts";
import type { PortableAttribute, PortablePacket } from "../domain/portability.ts";
import type { AttributeDecision, BrainAttributes } from "../domain/ports.ts";

type Drafted = { -readonly [K in keyof PortablePacket]: PortablePacket[K] };
/** A packet that a later one may still confirm. */
export type DraftPacket = Omit<Drafted, "attributes" | "cues"> & { attributes: PortableAttribute[]; cues: string[] };

/** The rule of recorded turns. */
export type DecideAttributes = (
  reader: Pick<TurnReader, "sameValue">,
  known: BrainAttributes,
  stated: readonly StatedAttribute[],
  isCorrection: boolean,
) => AttributeDecision[];

export class SelfReader {
  readonly #drafts: DraftPacket[] = [];
  readonly #confirmed = new Map<SelfAttribute, { value: string; draft: DraftPacket | null }>();

  /** `confirmed`: what the brain holds already, which the file does not change. */
  constructor(
    private readonly reader: Pick<TurnReader, "readInput" | "sameValue">,
    private readonly decide: DecideAttributes,
    confirmed: BrainAttributes["confirmed"],
  ) {
    for (const { attribute, value } of confirmed) this.#confirmed.set(attribute, { value, draft: null });
  }

  /** In the order in which it was said. */
  read(draft: DraftPacket): void {
    const { correction, attributes } = this.reader.readInput(draft.input);
    draft.cues = [...(correction === null ? [] : [correction]), ...attributes.map(({ cue }) => cue)];
    if (correction !== null) draft.kind = "correction";
    draft.confidence = CONFIDENCE[draft.kind];
    this.#drafts.push(draft);
    if (attributes.length === 0) return;
    const decisions = this.decide(this.reader, this.#known(), attributes, correction !== null);
    for (const decision of decisions) this.#carryOut(draft, decision);
  }

  #known(): BrainAttributes {
    return {
      version: 0,
      confirmed: [...this.#confirmed].map(([attribute, { value }]) => ({ attribute, value })),
      claims: this.#drafts.flatMap((draft, seq) =>
        draft.attributes.flatMap(({ attribute, value, confirmed }) => (confirmed ? [] : [{ attribute, value, seq }])),
      ),
    };
  }

  #carryOut(draft: DraftPacket, { attribute, value, outcome, confirms }: AttributeDecision): void {
    if (outcome === "keep") return;
    if (outcome === "claim") {
      draft.attributes.push({ attribute, value, confirmed: false });
      draft.unconfirmedOverwrite = true;
      draft.confidence = CONFIDENCE.unconfirmedOverwrite;
      return;
    }
    const before = this.#confirmed.get(attribute)?.draft;
    if (before != null) before.attributes = before.attributes.filter((each) => each.attribute !== attribute);
    this.#confirmed.set(attribute, { value, draft });
    draft.attributes.push({ attribute, value, confirmed: true });
    for (const seq of confirms) settle(this.#drafts[seq], attribute);
  }
}

/** The claim came true; a packet without another open one gets its full confidence. */
function settle(draft: DraftPacket | undefined, attribute: SelfAttribute): void {
  if (draft === undefined) return;
  draft.attributes = draft.attributes.filter((each) => each.confirmed || each.attribute !== attribute);
  if (draft.attributes.some(({ confirmed }) => !confirmed)) return;
  draft.unconfirmedOverwrite = false;
  draft.confidence = CONFIDENCE[draft.kind];
}
