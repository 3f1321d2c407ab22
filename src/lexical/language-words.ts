// Corrections to the library's lists of stop words: words that they lack, and words in them that carry meaning.

/** Function words that the lists of the package stopword leave out; lower case, with their accents. */
export const MISSING_STOP_WORDS: Readonly<Record<string, string>> = {
  en: `she it its hers ours yours theirs us'd them themselves itself myself yourself herself when why whom whose does doing done
    having were not no nor be'n shall ought than so just if unless until though although upon about off down again
    dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt cant couldnt wont wouldnt shouldnt mustnt lets
    please ever anything something everything i'm i've it's that's im ive youre theyre thats whats`,
  de: `ist sind habe hatte nicht noch mal bitte etwas wurde wem wessen dass damit dazu euch ihnen meinem unserem unseren
    unserer eurer gerne halt schon sehr`,
  es: `es era eran eras éramos fue fueron fui ser sido siendo soy eres somos son estar estoy estás está estamos están estaba
    estaban estuvo he has ha hemos han había habían hay haber tengo tienes tiene tenemos tienen tenía este esta estos
    estas ese esa esos esas esto aquel aquella aquellos aquellas aquello mis tus nuestro nuestra nuestros nuestras ellos
    ellas nosotros nosotras vosotros usted ustedes algo cada tan tanto si cómo cuándo dónde quién quiénes cuál cuáles
    cuánto cuánta cuántos cuántas qué unos unas todo toda todos todas antes después así aquí ahí allí pues aunque mientras
    ante bajo hacia según tras mío mía tuyo suyo os vos puede puedo puedes pueden debe debes otra otros otras`,
  fr: `plus très tout toute tous toutes donc car quand comment pourquoi quoi dont ni là aussi si comme chez entre avant
    après encore ça cela celui celle ceux celles y aujourd afin alors ainsi fait faut peut peux peuvent doit dois leurs
    était étais j'ai c'est n'est d'un d'une qu'il qu'elle lorsque puis`,
  it: `è c'è erano era dei se quando dove cosa come qual quali chi molto ancora già poi così qui lì là sia ogni quindi però
    mentre prima dopo senza fra essere avere può puoi posso possono deve devi devo nei sullo dall'inizio quest' dell'`,
  nl: `het een jij jullie hebt bent is was heb wordt worden werden kunt mogen mag moest gaat ga gaan waar wanneer waarom
    welke welk hoe dat dit deze die we wij ze hen jouw onze uit heel erg weer alweer ook al sinds over per zo'n dan
    mijn daarom omdat terwijl echter alsjeblieft elk elke`,
  pt: `é era eram foi foram ser sido sou és somos são estar estou está estamos estão estava estive esteve tenho tem têm temos
    tinha ter há haver havia vou vai vamos vão este esta isto aquele onde como quanto quanta quantos quantas porque porquê
    por então assim aqui ali lá agora ainda já cada todo toda todos todas tudo outro outra outros outras antes depois
    enquanto embora desde sob sobre até após pois posso pode podem deve devo num numa dum duma nesse neste nessa nesta
    desse deste dessa desta vocês gente`,
  sv: "finns har är det den en ett och att inte hos ifrån mellan sedan hennes våran deras",
  da: "er var blev har havde det den de en et ikke af til hvad hvor hvornår hvilket hvilke mig dig din dit siden uden hen",
  no: "er var har hadde det den de en et ikke av til hva hvor når hvilket meg deg dere siden uten mens noen denne",
  fi: `minä sinä me te minun sinun meidän teidän heidän minua sinua minulla sinulla olen olet olemme olette olin olit olimme
    tuo tämä nämä nuo ne mikä mitä missä mistä mihin milloin miten miksi kuka kenen kenellä jos vaan en et emme ette
    eivät eikä sitten vielä jonka joita ilman heti`,
  ru: `это эта мои моё мое твой твоя твои твоё наш наша наши ваш ваша ваши её их что который которая которое которые мы вы
    где куда откуда почему зачем пожалуйста также либо`,
  tr: "bir ve bu şu o ile için mi mı mu mü ne nasıl neden nerede kim kaç ben sen biz siz var yok değil çok en gibi kadar olan misin mısın",
  hu: "a az és hogy nem van volt egy meg is de ha mi mit ki hol mikor miért hogyan melyik én te ő mi ti ők",
  ro: "este sunt era erau și să nu că pe din cu la de un o îi îmi îți mea meu tău lui ei noi voi unde când cum de ce ale lor lângă",
  id: "yang dan di ke dari untuk dengan itu ini saya kamu kami kita tidak adalah pada akan sudah apa siapa kapan mana bagaimana",
  uk: "що це цей ця ці як де коли чому хто мій моя моє мої твій наш ваш її їх не та й у з на будь ласка",
  bg: "е са съм си сме сте не да ли ще на за от се как кога къде кой коя кое кои защо какво",
  el: "είναι είμαι ήταν έχω έχει έχουν δεν θα να και το τα της του των τον την ένα μια μία στο στη στην στον πως πού πότε τι ποιος μου σου μας σας τους",
  ar: "في من على إلى عن مع هذا هذه ذلك تلك التي الذي هو هي هم أنا أنت نحن كان كانت ما متى أين كيف لماذا هل لا لم لن قد أن إن كل أو ثم",
  hi: "है हैं था थी थे हूँ हो का की के को से में पर और यह वह ये वे मैं हम तुम आप मेरा मेरी मेरे क्या कब कहाँ कैसे क्यों कौन नहीं ने भी ही तो",
  hy: "է են եմ եք ու և որ ինչ երբ որտեղ ինչպես ինչու ով",
};

/**
 * Words of the lists that a question may ask for: people, times, numbers, likes, and words that are listed only because
 * newspapers and encyclopaedias use them often. "may" and "us" are on no list used here: month and country.
 */
export const MEANINGFUL_STOP_WORDS: Readonly<Record<string, string>> = {
  en: "like make take come came said way well",
  de: `morgen jahr jahre jahren tag tage tagen uhr zeit mensch menschen mann gott gut gute guter gutes groß grosse große
    grossen großen großer großes kleine kleinen kleiner kleines neue neuen sache tat teil ordnung startseite schluss
    mittel kurz lang lange leicht schlecht recht rechte rechten rechter rechtes richtig suche satt leide früher später
    beispiel ei heute lieber gern gerade macht machen gemacht sagt sagte gesagt kommen kommt kam gehen geht ging weg
    tag acht achte achten zwei drei vier fünf sechs sieben neun zehn elf zwanzig zweite dritte erste ersten letzte
    dank bekannt möglich mag mögen mochte offen frei statt rund tritt steht ernst ehrlich eigen hoch`,
  es: "sobre",
  fr: "été étée étés étées sommes",
  it: "sei stette",
  nl: "",
  pt: "",
  sv: `bra bäst bättre dag dagar dagarna dagen god goda godare godast gott viktig viktiga viktigare viktigast viktigt vänster
    vänstra höger tack ursäkt förlåt beslut liten litet lilla små stor stora stort större störst lång långt långsam nummer
    imorgon igår idag övermorgon två tre fyra fem sex sju åtta nio tio elva tolv tjugo trettio fyrtio femtio hundra tidig
    tidigt tidigare sent senare ligger sitta säga komma gå gälla adjö`,
  da: "mand tage tag lad fem fire otte seks syv to tre næste store stor lille godt god ny nyt kom",
  no: "ned",
  fi: `vuonna vuoden vuosina aikana ensimmäinen ensimmäisen luvun luvulla kauden kaudella vuodesta vuotta teki kaksi kolme
    mm the of de osa mukaan`,
  ru: "сказал лучше раз другой хорошо",
  tr: "altı altmış beş bin iki üç dört yedi sekiz dokuz on yirmi otuz kırk elli doksan yüz milyon milyar",
  hu: "hat hét hét két három négy öt nyolc kilenc tíz húsz harminc száz ezer holnap jól jó köszönöm cikk cikkek nap napja",
  id: "bapak ibu empat lima tiga dua bulan hari tahun bekerja tanya jawab waktu besar baru guna",
  bg: "година години годишен ден два двама двамата две двете добро добър добре днес",
  ro: "bucur caut cinci astăzi bună",
};
