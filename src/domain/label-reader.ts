// What a small net of the model tells of a text: which of a closed set of labels it has.

/** The labels that a head tells apart. */
export interface HeadShape<Label extends string, Threshold extends string> {
  /** Under which its file lists the labels. */
  readonly name: string;
  readonly labels: readonly Label[];
  /** Names of the bounds that its file holds. */
  readonly thresholds: readonly Threshold[];
}

export interface LabelReader<Label extends string, Threshold extends string> {
  /** Of shares, from 0 to 1; measured with the model. */
  readonly thresholds: Readonly<Record<Threshold, number>>;
  /** `vector`: the text's embedding by the model that the reader belongs to. The shares add up to 1; equal inputs give equal ones. */
  read(text: string, vector: Float32Array): Readonly<Record<Label, number>>;
}
