// Words that tell who does something and whose a thing is, in lower case, in English, German, French and Spanish.
import { wordSet } from "./word-set.ts";

export const DEFINITE = wordSet("the der die das den dem des le la les l' el los las");
export const INDEFINITE = wordSet("a an ein eine einen einem einer un una une");
export const ARTICLES: ReadonlySet<string> = DEFINITE.union(INDEFINITE);

/** Who speaks; "on" is English too. */
export const SPEAKERS = wordSet("i i'm i've i'd im ive we we're we've ich wir je j'ai nous on yo nosotros");
/** Who is spoken to. */
export const ADDRESSED = wordSet("you you're you've du ihr tu vous tú usted ustedes vosotros");
/** People who are spoken of. */
export const OTHERS = wordSet("he she they he's she's they've they're er sie il elle ils elles él ella ellos");

/** "My": of who speaks. */
export const OWN = wordSet(
  `my our mein meine meinen meinem meiner meines unser unsere unseren unserem unserer unseres mon ma mes notre nos
  mi mis nuestro nuestra nuestros`,
);
/** "My" and "your". */
export const POSSESSIVES: ReadonlySet<string> = OWN.union(
  wordSet("your dein deine deinen euer eure ton ta votre tu vuestra"),
);
/** "Her": of people who are spoken of. */
export const THEIRS = wordSet(
  "his her their sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer son sa ses leur leurs su sus",
);
