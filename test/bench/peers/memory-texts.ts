// What the whole path is measured with: sentences somebody might tell an assistant, and a question for each.

const PEOPLE = [
  "My aunt Ilka",
  "My neighbour Tomas",
  "Our new colleague Wen",
  "My brother-in-law Odd",
  "Old Mrs Farkas",
];
const DAYS = ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"];
const ACTIVITIES = [
  "repairs accordions",
  "bakes rye bread",
  "teaches fencing",
  "sells used maps",
  "tunes harpsichords",
  "breeds snails",
  "dances the polka",
  "carves chess pieces",
  "presses apple juice",
  "rehearses an opera",
  "paints garden gnomes",
  "studies for the pilot's exam",
  "mends fishing nets",
  "plays table tennis",
  "records bird songs",
  "restores motorcycles",
  "weaves carpets",
  "gives blood",
  "edits a crime novel",
  "trains rescue dogs",
  "roasts coffee",
  "builds model bridges",
  "sings in a choir",
  "learns sign language",
  "photographs meteors",
] as const;
const PLACES = [
  "in the boathouse at Lindau",
  "behind the post office in Tartu",
  "at the school in Évora",
  "under the railway arches in Leeds",
  "in the town hall of Graz",
  "on a farm near Odense",
  "in a cellar in Kraków",
  "at the harbour of Bergen",
  "in the old cinema in Cork",
  "on the roof of the library in Ghent",
  "at the market in Split",
  "in a garage in Turin",
  "at the monastery above Brno",
  "in the sports hall of Vaasa",
  "by the canal in Utrecht",
  "in the greenhouse at Jena",
  "at the lighthouse of Ystad",
  "in the barracks of Toledo",
  "on the island of Vis",
  "in the hospital in Bern",
] as const;

export const TEXTS_MAX = ACTIVITIES.length * PLACES.length * DAYS.length;
/** Prime to TEXTS_MAX: neighbours have nothing in common, and no sentence comes twice. */
const STRIDE = 1_237;

export interface MemoryText {
  readonly text: string;
  /** Answered by this text alone. */
  readonly question: string;
}

/** At most TEXTS_MAX, always the same. */
export function memoryTexts(count: number): MemoryText[] {
  if (count > TEXTS_MAX) throw new RangeError(`there are ${TEXTS_MAX} sentences, not ${count}`);
  return Array.from({ length: count }, (_, at) => {
    const number = (at * STRIDE) % TEXTS_MAX;
    const activity = ACTIVITIES[number % ACTIVITIES.length]!;
    const place = PLACES[Math.floor(number / ACTIVITIES.length) % PLACES.length]!;
    const day = DAYS[Math.floor(number / ACTIVITIES.length / PLACES.length)]!;
    const person = PEOPLE[at % PEOPLE.length]!;
    return {
      text: `${person} ${activity} ${place} on ${day}.`,
      question: `Who ${activity} ${place} on ${day}?`,
    };
  });
}
