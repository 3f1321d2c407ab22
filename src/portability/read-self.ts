// Reads from what a user said in an imported chat what a recorded turn would have taught: corrections and self-attributes.
import type { SelfAttribute, StatedAttribute, TurnSignals } from "../domain/learning.ts";
import { CONFIDENCE } from "../domain/packet.ts";
import type { PortableAttribute, PortablePacket } from "../domain/portability.ts";
import type { KnownAttributes } from "../domain/ports/brain-store.ts";
import type { SameValue } from "../domain/ports/same-value.ts";
import type { AttributeDecision } from "../domain/ports/turn-store.ts";

type Drafted = { -readonly [K in keyof PortablePacket]: PortablePacket[K] };
/** A packet that a later one may still confirm. */
export type DraftPacket = Omit<Drafted, "attributes" | "cues"> & { attributes: PortableAttribute[]; cues: string[] };

/** The rule of recorded turns. */
export type DecideAttributes = (
  sameValue: SameValue,
  known: KnownAttributes,
  stated: readonly StatedAttribute[],
  isCorrection: boolean,
) => AttributeDecision[];

interface Claim {
  readonly attribute: SelfAttribute;
  readonly value: string;
  /** Among the claims. */
  readonly seq: number;
  readonly draft: DraftPacket;
}

/** Each statement is compared with all of them, so that a long chat of nothing else needs a bound: the latest stay open. */
const OPEN_CLAIMS_MAX = 32;

export class SelfReader {
  /** In the order in which they were made. */
  #claims: Claim[] = [];
  #claimsMade = 0;
  readonly #confirmed = new Map<SelfAttribute, { value: string; draft: DraftPacket | null }>();

  /** `confirmed`: what the brain holds already, which the file does not change. */
  constructor(
    private readonly sameValue: SameValue,
    private readonly decide: DecideAttributes,
    confirmed: KnownAttributes["confirmed"],
  ) {
    for (const { attribute, value } of confirmed) this.#confirmed.set(attribute, { value, draft: null });
  }

  /** In the order in which it was said; `signals`: what its input says about itself. */
  take(draft: DraftPacket, { correction, attributes }: TurnSignals): void {
    draft.cues = [...(correction === null ? [] : [correction]), ...attributes.map(({ cue }) => cue)];
    if (correction !== null) draft.kind = "correction";
    draft.confidence = CONFIDENCE[draft.kind];
    if (attributes.length === 0) return;
    const decisions = this.decide(this.sameValue, this.#known(), attributes, correction !== null);
    for (const decision of decisions) this.#carryOut(draft, decision);
  }

  #known(): KnownAttributes {
    return {
      confirmed: [...this.#confirmed].map(([attribute, { value }]) => ({ attribute, value })),
      claims: this.#claims,
    };
  }

  #carryOut(draft: DraftPacket, { attribute, value, outcome, confirms }: AttributeDecision): void {
    if (outcome === "keep") return;
    if (outcome === "claim") {
      draft.attributes.push({ attribute, value, confirmed: false });
      this.#claims.push({ attribute, value, seq: this.#claimsMade++, draft });
      if (this.#claims.length > OPEN_CLAIMS_MAX) this.#claims.shift();
      draft.unconfirmedOverwrite = true;
      draft.confidence = CONFIDENCE.unconfirmedOverwrite;
      return;
    }
    const before = this.#confirmed.get(attribute)?.draft;
    if (before != null) {
      before.attributes = before.attributes.filter((each) => each.attribute !== attribute);
      this.#close(before, attribute);
    }
    this.#confirmed.set(attribute, { value, draft });
    draft.attributes.push({ attribute, value, confirmed: true });
    for (const seq of confirms) this.#settle(seq);
  }

  /** What was claimed came true; a packet without another open claim gets its full confidence. */
  #settle(seq: number): void {
    const claim = this.#claims.find((each) => each.seq === seq);
    if (claim === undefined) return;
    const { draft, attribute } = claim;
    this.#close(draft, attribute);
    draft.attributes = draft.attributes.filter((each) => each.confirmed || each.attribute !== attribute);
    if (draft.attributes.some(({ confirmed }) => !confirmed)) return;
    draft.unconfirmedOverwrite = false;
    draft.confidence = CONFIDENCE[draft.kind];
  }
  #close(draft: DraftPacket, attribute: SelfAttribute): void {
    this.#claims = this.#claims.filter((each) => each.draft !== draft || each.attribute !== attribute);
  }
}
