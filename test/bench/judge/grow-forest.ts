// Grows a forest of small trees, each on what those before it got wrong: gradient boosting on the logarithm of odds.
import type { Features } from "../../../src/statements/candidate.ts";
import type { Forest, Tree } from "../../../src/statements/score-candidate.ts";
import type { Draw } from "./draw.ts";

export interface Example {
  readonly features: Features;
  readonly positive: boolean;
  readonly weight: number;
}

/** Chosen by leaving a hand out, see bun run train:judge. */
const TREES = 100;
const LEAVES = 8;
const RATE = 0.07;
const EXAMPLES_LEAST = 8;
const RIDGE = 3;
/** Which part of the features and of the examples a tree sees. */
const FEATURE_SHARE = 0.5;
const EXAMPLE_SHARE = 0.8;
/** Bounds of a feature that are tried, at most. */
const BOUNDS_MAX = 64;

interface Table {
  readonly names: readonly string[];
  /** Of each feature its bounds, rising. */
  readonly bounds: readonly (readonly number[])[];
  /** Of each feature and example, how many bounds it is above. */
  readonly bins: readonly Uint8Array[];
}

interface Split {
  readonly feature: number;
  /** Examples of at most this many bounds go left. */
  readonly bin: number;
  readonly gain: number;
}

interface Leaf {
  readonly rows: readonly number[];
  readonly split: Split | null;
}

type Node = Leaf | { readonly split: Split; readonly left: Node; readonly right: Node; readonly rows: null };

export function growForest(examples: readonly Example[], draw: Draw): Forest {
  const table = tableOf(examples);
  const positives = examples.reduce((sum, { positive, weight }) => sum + (positive ? weight : 0), 0);
  const all = examples.reduce((sum, { weight }) => sum + weight, 0);
  const base = rounded(Math.log(positives / (all - positives)));
  const odds = new Float64Array(examples.length).fill(base);
  const trees: Tree[] = [];
  for (let tree = 0; tree < TREES; tree++) {
    const grower = new TreeGrower(table, examples, odds, draw);
    trees.push(grower.grow());
    for (const row of examples.keys()) odds[row]! += grower.valueOf(row);
  }
  return { features: table.names, base, trees };
}

function tableOf(examples: readonly Example[]): Table {
  const names = [...new Set(examples.flatMap(({ features }) => Object.keys(features)))].sort();
  const bounds = names.map((name) => boundsOf(examples.map(({ features }) => features[name] ?? 0)));
  const bins = names.map((name, at) =>
    Uint8Array.from(examples, ({ features }) => {
      const value = features[name] ?? 0;
      const above = bounds[at]!.findIndex((bound) => value <= bound);
      return above < 0 ? bounds[at]!.length : above;
    }),
  );
  return { names, bounds, bins };
}

/** Between the values, evenly among the examples where there are many. */
function boundsOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const distinct = [...new Set(sorted)];
  const between = (at: number) => rounded((distinct[at]! + distinct[at + 1]!) / 2);
  if (distinct.length <= BOUNDS_MAX) return distinct.slice(0, -1).map((_, at) => between(at));
  const bounds = Array.from({ length: BOUNDS_MAX }, (_, at) => {
    const value = sorted[Math.floor(((at + 1) / (BOUNDS_MAX + 1)) * sorted.length)]!;
    return between(Math.min(distinct.indexOf(value), distinct.length - 2));
  });
  return [...new Set(bounds)].sort((a, b) => a - b);
}

/** Five digits do, and keep the file small. */
function rounded(number: number): number {
  return Number(number.toPrecision(5));
}

class TreeGrower {
  readonly #slopes: Float64Array;
  readonly #curves: Float64Array;
  readonly #features: readonly number[];
  readonly #rows: readonly number[];
  #root: Node | null = null;

  constructor(
    private readonly table: Table,
    examples: readonly Example[],
    odds: Float64Array,
    draw: Draw,
  ) {
    const chances = odds.map((each) => 1 / (1 + Math.exp(-each)));
    this.#slopes = chances.map((chance, row) => examples[row]!.weight * ((examples[row]!.positive ? 1 : 0) - chance));
    this.#curves = chances.map((chance, row) => examples[row]!.weight * chance * (1 - chance));
    this.#features = table.names.flatMap((_, at) => (draw.chance(FEATURE_SHARE) ? [at] : []));
    this.#rows = examples.flatMap((_, row) => (draw.chance(EXAMPLE_SHARE) ? [row] : []));
  }

  /** Always the leaf is split that gains most. */
  grow(): Tree {
    const leaves: Leaf[] = [this.#leaf(this.#rows)];
    const parents = new Map<Leaf, Node>();
    while (leaves.length < LEAVES) {
      const next = leaves.reduce((best, leaf) => ((leaf.split?.gain ?? 0) > (best.split?.gain ?? 0) ? leaf : best));
      if (next.split === null) break;
      const { feature, bin } = next.split;
      const left = this.#leaf(next.rows.filter((row) => this.table.bins[feature]![row]! <= bin));
      const right = this.#leaf(next.rows.filter((row) => this.table.bins[feature]![row]! > bin));
      parents.set(next, { split: next.split, left, right, rows: null });
      leaves.splice(leaves.indexOf(next), 1, left, right);
      this.#root ??= next;
    }
    this.#root = resolved(this.#root ?? leaves[0]!, parents);
    return this.#asTree(this.#root);
  }

  valueOf(row: number): number {
    let node = this.#root!;
    while (node.rows === null)
      node = this.table.bins[node.split.feature]![row]! <= node.split.bin ? node.left : node.right;
    return this.#leafValue(node.rows);
  }

  #leaf(rows: readonly number[]): Leaf {
    return { rows, split: this.#bestSplit(rows) };
  }

  #sums(rows: readonly number[]): [slope: number, curve: number] {
    let [slope, curve] = [0, 0];
    for (const row of rows) {
      slope += this.#slopes[row]!;
      curve += this.#curves[row]!;
    }
    return [slope, curve];
  }

  #leafValue(rows: readonly number[]): number {
    const [slope, curve] = this.#sums(rows);
    return rounded((RATE * slope) / (curve + RIDGE));
  }

  #bestSplit(rows: readonly number[]): Split | null {
    const [slope, curve] = this.#sums(rows);
    const worth = (s: number, c: number) => (s * s) / (c + RIDGE);
    let best: Split | null = null;
    for (const feature of this.#features) {
      const size = this.table.bounds[feature]!.length + 1;
      const [slopes, curves, counts] = [new Float64Array(size), new Float64Array(size), new Uint32Array(size)];
      const bins = this.table.bins[feature]!;
      for (const row of rows) {
        const bin = bins[row]!;
        slopes[bin]! += this.#slopes[row]!;
        curves[bin]! += this.#curves[row]!;
        counts[bin]!++;
      }
      let [leftSlope, leftCurve, left] = [0, 0, 0];
      for (let bin = 0; bin < size - 1; bin++) {
        leftSlope += slopes[bin]!;
        leftCurve += curves[bin]!;
        left += counts[bin]!;
        if (left < EXAMPLES_LEAST || rows.length - left < EXAMPLES_LEAST) continue;
        const gain = worth(leftSlope, leftCurve) + worth(slope - leftSlope, curve - leftCurve) - worth(slope, curve);
        if (gain > (best?.gain ?? 1e-9)) best = { feature, bin, gain };
      }
    }
    return best;
  }

  #asTree(node: Node): Tree {
    if (node.rows !== null) return this.#leafValue(node.rows);
    const { feature, bin } = node.split;
    return [feature, this.table.bounds[feature]![bin]!, this.#asTree(node.left), this.#asTree(node.right)];
  }
}

function resolved(node: Node, parents: ReadonlyMap<Leaf, Node>): Node {
  const grown = node.rows === null ? node : (parents.get(node) ?? node);
  if (grown.rows !== null) return grown;
  return { ...grown, left: resolved(grown.left, parents), right: resolved(grown.right, parents) };
}
