import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import type { QuestionWord } from "../../src/domain/ports/lexical-index.ts";
import { type AnalyzedText, createTextAnalyzer, type Language } from "../../src/lexical/analyze-text.ts";

const analyzer = createTextAnalyzer();

function analyzeStored(fields: readonly string[]): AnalyzedText {
  return finish(analyzer.analyzeStored(fields));
}

function analyzeQuestion(text: string, languages: readonly Language[]): readonly QuestionWord[] {
  return finish(analyzer.analyzeQuestion(text, languages));
}

/** The terms of one stored text. */
function stored(text: string): readonly string[] {
  return analyzeStored([text]).fields[0] ?? [];
}

/** Whether every word of the question meets the stored text, the languages being those of the stored texts. */
function meets(question: string, text: string, others: readonly string[] = []): boolean {
  const languages = [text, ...others].map((each) => analyzeStored([each]).language);
  const terms = new Set(stored(text));
  const words = analyzeQuestion(question, languages);
  return words.length > 0 && words.every(({ terms: variants }) => variants.some((term) => terms.has(term)));
}

const NEVER_STOPPED = "Our invoices are kept in the cellar of the house.";

describe("what is not a plain word", () => {
  test.each([
    ["ERR-1042", ["err1042", "err", "1042"]],
    ["v2.3.1", ["v2.3.1", "2.3.1"]],
    ["config.yaml", ["config.yaml", "config", "yaml"]],
    ["snake_case_keys", ["snakecasekey", "snake", "case", "key"]],
    ["camelCaseKeys", ["camelcasekey", "camel", "case", "key"]],
    ["HTTPServer", ["httpserver", "http", "server"]],
    ["PDFs", ["pdfs"]],
    ["ada@example.com", ["ada@example.com", "ada", "example.com", "exampl", "com"]],
    ["2025-03-04", ["2025-03-04", "2025", "3", "4"]],
    ["14:05", ["14:05", "14", "5"]],
    ["1,000", ["1000"]],
    ["1.000", ["1.000", "1000"]],
    ["1.000,50", ["1000.50"]],
    ["3.5", ["3.5"]],
    ["3,5", ["3.5"]],
    ["1,2,3", ["1", "2", "3"]],
    ["٢٠٢٥", ["2025"]],
    ["10km", ["10km", "10", "km"]],
    ["3f2a9b1c", ["3f2a9b1c"]],
    ["C++", ["c++"]],
    ["C#", ["c#"]],
    ["#hashtag", ["hashtag"]],
    ["O'Brien", ["obrien", "brien"]],
    ["O’Brien", ["obrien", "brien"]],
    ["rock'n'roll", ["rocknrol", "rock", "roll"]],
    ["state-of-the-art", ["stateoftheart", "state", "art"]],
    ["U.S.A.", ["usa"]],
    ["AT&T", ["at&t", "at", "t"]],
    ["src/lexical/index.ts", ["src", "lexic", "index.ts", "index", "ts"]],
    ["ＡＢＣ", ["abc"]],
  ])("%p is stored as %p", (text, terms) => {
    const [found] = analyzeStored([text, NEVER_STOPPED]).fields;
    expect(found).toEqual(terms.filter((term) => term !== "at"));
  });

  test.each([
    ["email", "My e-mails do not arrive."],
    ["err 1042", "It fails with ERR-1042 at night."],
    ["ERR1042", "It fails with ERR-1042 at night."],
    ["user name", "Set userName in the file."],
    ["user_name", "Set userName in the file."],
    ["state art", "A state-of-the-art oven."],
    ["1000", "It cost 1,000 pounds."],
    ["10 km", "She runs 10km every day."],
    ["March 4", "On March 04 we met."],
    ["Brien", "Call Mr O'Brien."],
    ["Peter", "This is Peter's car."],
    ["docker container", "Контейнеры запускаем так: docker containers list."],
  ])("the question %p meets %p", (question, text) => {
    expect(meets(question, text)).toBe(true);
  });
});

describe("words of many languages", () => {
  test.each([
    ["connect connection adopt", "The connections were adopted; connecting took long."],
    ["news", "The news is good."],
    ["habitacion", "La habitación del hotel tiene dos camas."],
    ["habitacion", "Las habitaciones del hotel tienen dos camas."],
    ["habitación", "La habitacion del hotel no tiene cama."],
    ["reuniao", "As reuniões com o cliente são na segunda."],
    ["Muller", "Frau Müller ist nicht im Haus."],
    ["Mueller", "Frau Müller ist nicht im Haus."],
    ["Müller", "Frau Mueller ist nicht im Haus."],
    ["strasse", "Die Straße ist sehr lang."],
    ["eleves", "Les élèves sont dans la cour."],
    ["eau", "Il n'y a plus d'eau, et c'est grave."],
    ["universita", "Lavoro nell'università di Bologna da un anno."],
    ["елка", "Мы купили ёлку на рынке."],
    ["احمد", "قال أَحْمَدُ إنه في المدرسة"],
    ["مدرسه", "قال أحمد إنه في المدرسة"],
    ["Istanbul", "İstanbul'da bir ev var ve çok güzel."],
    ["Kobenhavn", "Vi bor i København og er glade for det."],
    ["книги", "Эту книгу я читал вчера."],
    ["東京タワー", "昨日は東京タワーへ行きました。"],
    ["猫", "黒い猫が好きです。"],
    ["커피", "서울에서 커피를 마셨어요."],
  ])("the question %p meets %p", (question, text) => {
    expect(meets(question, text)).toBe(true);
    expect(meets(question, text, [NEVER_STOPPED])).toBe(true);
  });

  test("that are different stay apart", () => {
    for (const [question, text] of [
      ["new", "The news is good."],
      ["9", "Room 19 is free."],
      ["3.5", "Room 35 is free."],
      ["мой", "Они мои."],
    ] as const) {
      expect([question, meets(question, text)]).toEqual([question, false]);
    }
  });
});

describe("the language", () => {
  test.each<[Language, string]>([
    ["en", "My sister is moving to Leeds in October."],
    ["en", "We had tacos with Señor García and his Tía."],
    ["en", 'const result = await fetch(url, { method: "POST" });'],
    ["en", "ls -la /var/log"],
    ["en", "import de la config: see etc/init.d/nginx restart"],
    ["de", "Kannst du das bitte bis Freitag erledigen?"],
    ["es", "Quieren pintar la cocina de verde, pero a mí no me gusta."],
    ["fr", "J'ai oublié mon mot de passe et le lien a expiré."],
    ["it", "Ho dimenticato la password e il link è scaduto."],
    ["pt", "Esqueci a minha senha e o link não funciona."],
    ["nl", "Ik ben mijn wachtwoord vergeten en de link werkt niet."],
    ["sv", "Jag har glömt mitt lösenord och länken fungerar inte."],
    ["da", "Jeg har glemt mit kodeord, og hvad gør jeg så nu?"],
    ["fi", "Olen unohtanut salasanani eikä linkki enää toimi."],
    ["ru", "Я забыла пароль, а ссылка больше не работает."],
    ["uk", "Я забула пароль, і посилання вже не працює."],
    ["bg", "Забравих си паролата и връзката вече не работи."],
    ["ar", "نسيت كلمة المرور والرابط لا يعمل"],
    ["el", "Ξέχασα τον κωδικό μου και ο σύνδεσμος δεν δουλεύει."],
    ["tr", "Şifremi unuttum ve bağlantı artık çalışmıyor."],
    ["hu", "Elfelejtettem a jelszavamat, és a link sem működik."],
    ["ru", "Запусти docker compose up на сервере production ещё раз."],
    ["", "パスワードを忘れました。API キーも。"],
    ["", "1042 — 2025"],
    ["", ""],
  ])("%p is that of %p", (language, text) => {
    expect(analyzeStored([text]).language).toBe(language);
  });

  test("is one for all fields", () => {
    const { language, fields } = analyzeStored(["Danke", "Gern! Die Wohnungen sind noch frei und nicht teuer."]);
    expect(language).toBe("de");
    expect(fields).toHaveLength(2);
    expect(fields[1]).toContain("wohnung");
  });
});

describe("a question", () => {
  const asks = (text: string, ...languages: Language[]) =>
    analyzeQuestion(text, languages).map(({ terms }) => terms[0]);

  test("leaves out what is a stop word in all the languages, or in its own", () => {
    expect(asks("What is the colour of my car?", "en")).toEqual(["colour", "car"]);
    expect(asks("What is the colour of my car?", "en", "de", "")).toEqual(["colour", "car"]);
    expect(asks("die Cats", "en", "de")).toEqual(["die", "cats"]);
    expect(asks("Wie heißt die Katze von meiner Schwester?", "en", "de")).toEqual(["katze", "schwester"]);
    expect(asks("What about it?", "en")).toEqual([]);
  });

  test("keeps months, countries and names that are spelt like stop words", () => {
    expect(asks("Am I in the US in May?", "en")).toEqual(["us", "may"]);
    expect(asks("Does she work in IT?", "en")).toEqual(["work", "it"]);
    expect(asks("When is Will's birthday?", "en")).toEqual(["will", "birthday"]);
    expect(asks("What does Will like?", "en")).toEqual(["will", "like"]);
    expect(asks("Will it rain? When will it stop?", "en")).toEqual(["rain", "stop"]);
  });

  test.each([
    ["Where does Ada work?", ["ada"]],
    ["what about Ada's car", ["ada"]],
    ["Room 12 or ERR-1042 in config.yaml?", ["12", "err1042", "err", "1042", "config.yaml"]],
    ["is snake_case or camelCase used", ["snakecase", "camelcase"]],
    ["a state-of-the-art e-mail", []],
    ["an API for the US?", ["api", "us"]],
    ["WHERE IS MY COFFEE", []],
    ["Wo steht mein alter Schrank?", []],
    ["東京の猫", []],
  ])("%p has the distinctive words %p", (text, words) => {
    const found = analyzeQuestion(text, ["en"]).filter(({ distinctive }) => distinctive);
    expect(found.map(({ terms }) => terms[0] ?? "")).toEqual(words);
  });

  test("has each word once, with its variants in every language", () => {
    expect(analyzeQuestion("Invoices, invoices, INVOICES", ["en", "de"]).map(({ terms }) => terms)).toEqual([
      ["invoices", "invoic"],
    ]);
    expect(analyzeQuestion("habitaciones", ["en", "es"]).map(({ terms }) => terms)).toEqual([
      ["habitaciones", "habitacion", "habit"],
    ]);
    expect(asks("coffee", "")).toEqual(["coffee"]);
    expect(asks("coffee")).toEqual(["coffee"]);
  });
});

describe("hostile texts", () => {
  const LENGTH = 200_000;
  test.each([
    ["a"],
    ["a-"],
    ["a'"],
    ["'"],
    ["@"],
    ["a@"],
    ["1,"],
    ["aB"],
    ["C++"],
    ["\0"],
    ["\ud800"],
    ["a\udc00"],
    ["\u0301\u0323"],
    ["ﾞ\u0301"],
    ["漢字"],
    ["りん"],
    ["İ"],
    ["\ufdfa "],
  ])("of 200,000 letters of %p end, in terms of bounded length and number", (unit) => {
    const text = unit.repeat(LENGTH / unit.length);
    for (const terms of [stored(text), ...analyzeQuestion(text, ["en", "de", "ru", "ar"]).map((word) => word.terms)]) {
      expect(terms.length).toBeLessThanOrEqual(3 * LENGTH);
      expect(terms.reduce((longest, term) => Math.max(longest, [...term].length), 0)).toBeLessThanOrEqual(70);
      expect(terms.includes("")).toBe(false);
    }
  });

  test("of a million letters end, with and without spaces and surplus accents", () => {
    expect(stored("a".repeat(1_000_000))).toHaveLength(15_625);
    expect(stored("tea ".repeat(250_000))).toHaveLength(250_000);
    expect(stored(`e${"\u0301\u0323".repeat(500_000)}x`)).toEqual(["ex"]);
  });

  test("give terms in proportion to their length", () => {
    for (const unit of ["ab-", "ab.cd@ef ", "abCd12 ", "1,2 ", "don't "]) {
      const short = stored(unit.repeat(2_000)).length;
      const long = stored(unit.repeat(8_000)).length;
      expect([unit, long <= 4 * short + 8]).toEqual([unit, true]);
    }
  });

  test("keep their words between broken letters", () => {
    expect(stored("\ud800coffee\0table\udfff")).toEqual(["coffe", "tabl"]);
  });
});
