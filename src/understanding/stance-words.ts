// Closed classes of words that show how a question stands to what went before: English, German, French, Spanish, Italian,
// Portuguese and Dutch. Lower case, without accents and apostrophes.
import { wordSet } from "../base/word-set.ts";

/** The user, or what is theirs; "me" is left out, because "explain to me" asks about anything. */
export const FIRST_PERSON = wordSet(
  `i im ive my mine myself we weve our ours ourselves us
  ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unserem unseren unserer
  je moi mon ma mes nous notre nos yo mi mis mio mia nosotros nosotras nuestro nuestra nuestros nuestras conmigo
  io miei mie noi nostro nostra nostri nostre eu meu minha meus minhas nosso nossa nossos nossas
  ik mij mijn wij ons onze`,
);

/** Before "me", they make no question one about the user: "explain to me", "give me an idea". */
export const ASSISTING = wordSet("to for tell show give teach help let explain list name excuse send get");

/** Somebody or something that only a memory knows: kin without "my", a person without a name, what was told before. */
export const KNOWN_BEFORE = wordSet(
  `mum mom mama mummy mommy dad daddy papa gran granny grandma nan nana grandad grandpa missus hubby
  he she him her his hers herself himself again another usual remind reminder remember
  oma opa mutti vati er ihm ihn nochmal nochmals wieder erinner erinnere elle lui rappelle`,
);

/** Kin and others of the user's own life that "the" stands before where "my" is meant. */
export const OWN_KIN = wordSet(
  `kids children boys girls twins baby toddler little missus wife husband inlaws grandkids landlord landlady boss cleaner nanny
  childminder babysitter neighbours neighbors flatmate flatmates`,
);

/** Greetings, thanks and goodbyes: one of them makes a clause social. */
export const SOCIAL = wordSet(
  `hi hiya hello helo hey heya hej howdy yo sup greetings welcome mornin morning evening afternoon goodnight night gday
  thanks thank thx tnx ty tysm ta cheers obliged grateful appreciated bye byebye goodbye cya ciao adios farewell
  hallo hallochen moin servus gruezi tag morgen abend danke dankeschon merci tschuss tschau
  salut bonjour bonsoir coucou au revoir hola buenos buenas gracias buongiorno buonasera grazie arrivederci
  ola oi bom boa obrigado obrigada tchau dag hoi goedemorgen goedenavond bedankt dank dankjewel doei
  dzien dobry dziekuje czesc hej tack tak takk hvala privet spasibo aloha namaste salam shalom
  thanku thankyou gnight nite nighty appreciate ttyl brb nvm cu laters toodles bless gruß tscho buona nacht machs feierabend
  dobranoc wieczor kiitos ahoj dekuji koszonom multumesc merhaba tesekkurler konnichiwa arigato shukran efharisto mahalo slainte diolch
  nihao xiexie salaam`,
);

/** Of them those that name a time of the day, too: they greet only at the head of a clause, and behind "good". */
export const DAY_TIMES = wordSet("morning evening afternoon night nite tag morgen abend nacht");

/** Sounds: "haha", "wow". They mean nothing beside a greeting, and ask for nothing. */
export const SOUNDS = wordSet(
  `lol lmao rofl haha hahaha hahahaha hah ha hehe heh hihi omg wow whoa aw aww yay phew oh ooh ah aha hm hmm mm woo woohoo ugh
  oops xo okey dokey okie`,
);

/** What may stand beside them: forms of address, praise, and that it is enough for today. */
export const SOCIAL_BESIDE = wordSet(
  `good great best lovely nice perfect super brilliant awesome amazing wonderful star legend angel champ gem hero million
  much lot lots loads bunch ton again everything all help done enough today tonight tomorrow later now day night evening
  morning afternoon week weekend soon off right ur u log logging out signing bed sleep sleeping going gotta talk see take care
  hon honey dear darling love mate friend buddy pal man dude folks there x xx xxx kind sweet so very well going doing useful helpful helped brilliantly
  cool neat ace fab fabulous fantastic grand sorted lifesaver saved stranger again run bye back one job work
  duck pet hen pal lass lad aye nothing excellent amazing appreciated listening patience until till next time weekend things new
  gut guten gute guter schon schonen schone schones lieb lieber vielen vielmals bis spater heute abend tag nacht morgen
  fur alles super toll prima klar bien bonne bonnes bon beaucoup journee soiree nuit demain mucho muchas
  muchos dias tardes noches manana hasta luego todo mille tante molto sera giorno giornata notte domani muito muita
  noite tarde dia amanha wel veel goede fijne avond vriend bardzo bald gleich dann deine ihre hilfe helfen
  gott das wars war passt gut wochenende schonen amigo bella maith agat raibh tot va`,
);

/** With which an answer to what was asked or offered begins. */
export const ANSWERS = wordSet(
  `yes yeah yea yep yup sure ok okay alright absolutely definitely no nah nope neither both either please pls
  ja jo jep nein nee klar gern gerne okay bitte oui ouais non daccord volontiers si claro vale bueno certo va bene sim nao
  graag prima natuurlijk`,
);

/** With which a text goes on from another one. */
export const CONTINUES = wordSet(
  "and but so or nor then also plus otherwise instead und aber oder sondern dann et mais ou donc y pero o entonces e ma oppure allora mas entao en maar of dus",
);

/** What stands for something that was named before. */
export const STANDS_FOR = wordSet(
  `it its it's he him his she her hers they them their theirs that those this these one ones same
  es er ihn ihm sie ihr ihre ihren ihrem das dies dieser diese dieses den dem denen
  il elle lui leur leurs ca cela celui celle ceux eso esto ese esa ella ellos ellas lo la los las
  lui lei loro questo quello quella isso isto ele ela eles elas het hij hem zij haar hun dat dit`,
);

/** With which an order about what was made before begins: "add something for the kids". */
export const EDITS = wordSet(
  `add swap replace remove delete drop cut trim shorten lengthen expand simplify rephrase reword rewrite redo translate without
  kurz kurze streich ersetz ersetze formulier formuliere ubersetz ubersetze ohne sans sin`,
);

/** Parts of what was made before, and numbers that tell which of several is meant. */
export const PARTS = wordSet(
  "option number version paragraph sentence bullet bullets wording ending variante absatz satz",
);
export const WHICH = wordSet(
  "first second third fourth fifth last erste zweite dritte letzte premier deuxieme primera segunda",
);

/** With which a question of its own begins. */
export const ASKING = wordSet(
  "who whom whose what when where which how wer wen wem was wann wo welche welcher welches wie qui quand ou quien cuando donde",
);

/** With which a question asks how things are now. */
export const NOW = wordSet(
  `now nowadays currently current atm moment still latest newest new finally jetzt gerade aktuell aktuelle aktuellen inzwischen
  mittlerweile noch maintenant actuellement ahora actualmente adesso attualmente agora atualmente nu momenteel`,
);
/** The same in two words. */
export const NOW_PAIRS = wordSet("these-days this-week this-month this-year this-term up-to the-end as-of");

/** Verbs of little meaning that such a text may hold. */
export const LIGHT = wordSet(
  `go make do does did done come comes coming along give take get let put try keep leave use say tell show write send add change want need would
  could should can will shall might may must think know sound sounds look looks work works believe guess suppose really just still even maybe
  mach mache machen mal nimm gib zeig schreib lass noch auch nur doch halt denn etwa fais fait donne haz hazlo pon fai dai faz`,
);

/** Which of several: "the second one". */
export const MORE_OR_LESS = wordSet("more less fewer mehr weniger plus moins mas menos piu meno mais meer minder too");
