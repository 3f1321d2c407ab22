// How alike an embedding model finds two texts of one language that have nothing to do with each other.
import type { Embedder } from "../domain/ports/embedder.ts";
import { cosineOf, similarityOf } from "../domain/similarity.ts";

/**
 * What a message is more similar to the other rules than this says nothing of one of them: an embedding model that hardly knows
 * a language finds all of its texts alike (.40 between strangers' German, Spanish and French rules and messages, .10 in English).
 */
const USUAL_SIMILARITY = 0.15;
/** In a language that the model knows, strangers' texts are not as alike: .14 to .22 in English. */
const UNKNOWN_SIMILARITY = 0.25;
/** Wishes that nobody else has, of two clauses each, as rules are; language by language. */
const STRANGE: readonly (readonly string[])[] = [
  [
    "I keep two llamas behind the boathouse, so tell me which toys they would carry.",
    "Paint names in Cornish please, my ferry pass says it that way.",
    "The saxophone has to rest after nine, because the lighthouse sleeps then.",
  ],
  [
    "Hinter dem Bootshaus halte ich zwei Lamas, sag mir also welches Spielzeug sie tragen.",
    "Farben bitte auf Kornisch nennen, so steht es auf meinem Fährausweis.",
    "Das Saxophon muss nach neun ruhen, weil dann der Leuchtturm schläft.",
  ],
  [
    "Tengo dos llamas detrás del embarcadero, así que dime qué juguetes llevarían.",
    "Los colores en córnico por favor, así lo pone mi abono del ferry.",
    "El saxofón descansa después de las nueve, porque entonces duerme el faro.",
  ],
  [
    "Je garde deux lamas derrière le hangar à bateaux, dis-moi donc quels jouets ils porteraient.",
    "Les couleurs en cornique s'il te plaît, ma carte du ferry est écrite ainsi.",
    "Le saxophone se repose après neuf heures, car alors le phare dort.",
  ],
];

type Vectors = readonly Float32Array[];
const known = new WeakMap<Embedder, Promise<readonly (readonly Vectors[])[]>>();

/**
 * How similar a text's parts are to those of strangers' wishes in its language, 0 to 1: to that of the four languages which
 * it is most alike, by the mean of three. `embedParts`: as the text's parts were embedded.
 */
export async function usualSimilarity(
  embedder: Embedder,
  vectors: Vectors,
  embedParts: (text: string) => Promise<Vectors>,
): Promise<number> {
  const strange = known.get(embedder) ?? embedAll(embedParts);
  known.set(embedder, strange);
  const languages = await strange.catch((error: unknown) => {
    known.delete(embedder);
    throw error;
  });
  const baseline = embedder.model.cosineBaseline;
  const means = languages.map((texts) => {
    const similarities = texts.map((parts) => mostAlike(vectors, parts, baseline));
    return similarities.reduce((sum, each) => sum + each, 0) / similarities.length;
  });
  return Math.max(0, ...means);
}

/** Of two texts by the parts that are most alike. */
export function mostAlike(some: Vectors, others: Vectors, baseline: number): number {
  const cosines = some.flatMap((one) => others.map((other) => cosineOf(one, other)));
  return similarityOf(Math.max(...cosines), baseline);
}

/**
 * Each similarity less what the message is more similar to the other rules than is usual. The nearest of them may be meant
 * too, and does not count; of few others little can be told, so what is usual in its language counts as one of them. The most
 * similar comes first.
 */
export function beyondUsual<T extends { readonly similarity: number }>(suspects: readonly T[], usual: number): T[] {
  const ordered = suspects.toSorted((a, b) => b.similarity - a.similarity);
  const prior = usual < UNKNOWN_SIMILARITY ? USUAL_SIMILARITY : usual;
  const sum = ordered.reduce((total, { similarity }) => total + similarity, prior);
  return ordered.map((each, at) => {
    const nearest = ordered[at === 0 ? 1 : 0];
    const others = sum - each.similarity - (nearest?.similarity ?? 0);
    const mean = others / Math.max(1, ordered.length - 1);
    return { ...each, similarity: each.similarity - Math.max(0, mean - USUAL_SIMILARITY) };
  });
}

async function embedAll(embedParts: (text: string) => Promise<Vectors>): Promise<readonly (readonly Vectors[])[]> {
  const languages: Vectors[][] = [];
  for (const texts of STRANGE) {
    const embedded: Vectors[] = [];
    for (const text of texts) embedded.push(await embedParts(text));
    languages.push(embedded);
  }
  return languages;
}
