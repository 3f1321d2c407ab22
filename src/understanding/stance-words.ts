// Closed classes of words that show how a question stands to what went before: English, German, French, Spanish, Italian,
// Portuguese and Dutch. Lower case, without accents and apostrophes.

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/** The user, or what is theirs; "me" is left out, because "explain to me" asks about anything. */
export const FIRST_PERSON = words(
  `i im ive my mine myself we weve our ours ourselves us
  ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unserem unseren unserer
  je moi mon ma mes nous notre nos yo mi mis mio mia nosotros nosotras nuestro nuestra nuestros nuestras conmigo
  io miei mie noi nostro nostra nostri nostre eu meu minha meus minhas nosso nossa nossos nossas
  ik mij mijn wij ons onze`,
);

/** Greetings, thanks and goodbyes: one of them makes a clause social. */
export const SOCIAL = words(
  `hi hiya hello helo hey heya hej howdy yo sup greetings welcome mornin morning evening afternoon goodnight night gday
  thanks thank thx tnx ty tysm ta cheers obliged grateful appreciated bye byebye goodbye cya ciao adios farewell
  hallo hallochen moin servus gruezi tag morgen abend danke dankeschon merci tschuss tschau
  salut bonjour bonsoir coucou au revoir hola buenos buenas gracias buongiorno buonasera grazie arrivederci
  ola oi bom boa obrigado obrigada tchau dag hoi goedemorgen goedenavond bedankt dank dankjewel doei
  dzien dobry dziekuje czesc hej tack tak takk hvala privet spasibo aloha namaste salam shalom`,
);

/** What may stand beside them: forms of address, praise, and that it is enough for today. */
export const SOCIAL_BESIDE = words(
  `good great best lovely nice perfect super brilliant awesome amazing wonderful star legend angel champ gem hero million
  much lot lots loads bunch ton again everything all help done enough today tonight tomorrow later now day night evening
  morning afternoon week weekend soon off right ur u log logging out signing bed sleep sleeping going gotta talk see take care
  hon honey dear darling love mate friend buddy pal man dude folks there x xx xxx kind sweet so very well going doing useful helpful helped brilliantly
  gut guten gute guter schon schonen schone schones lieb lieber vielen vielmals bis spater heute abend tag nacht morgen
  fur alles super toll prima klar bien bonne bonnes bon beaucoup journee soiree nuit demain mucho muchas
  muchos dias tardes noches manana hasta luego todo mille tante molto sera giorno giornata notte domani muito muita
  noite tarde dia amanha wel veel goede fijne avond vriend`,
);

/** With which an answer to what was asked or offered begins. */
export const ANSWERS = words(
  `yes yeah yea yep yup sure ok okay alright absolutely definitely no nah nope neither both either please pls
  ja jo jep nein nee klar gern gerne okay bitte oui ouais non daccord volontiers si claro vale bueno certo va bene sim nao
  graag prima natuurlijk`,
);

/** With which a text goes on from another one. */
export const CONTINUES = words(
  "and but so or nor then also plus otherwise instead und aber oder sondern dann et mais ou donc y pero o entonces e ma oppure allora mas entao en maar of dus",
);

/** What stands for something that was named before. */
export const STANDS_FOR = words(
  `it its it's he him his she her hers they them their theirs that those this these one ones same
  es er ihn ihm sie ihr ihre ihren ihrem das dies dieser diese dieses den dem denen
  il elle lui leur leurs ca cela celui celle ceux eso esto ese esa ella ellos ellas lo la los las
  lui lei loro questo quello quella isso isto ele ela eles elas het hij hem zij haar hun dat dit`,
);

/** Verbs of little meaning that such a text may hold. */
export const LIGHT = words(
  `go make do does did done give take get let put try keep leave use say tell show write send add change want need would
  could should can will shall might may must think know sound sounds look looks work works believe guess suppose really just still even maybe
  mach mache machen mal nimm gib zeig schreib lass noch auch nur doch halt denn etwa fais fait donne haz hazlo pon fai dai faz`,
);

/** Which of several: "the second one". */
export const MORE_OR_LESS = words("more less fewer mehr weniger plus moins mas menos piu meno mais meer minder too");
