import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import type { TimeCue } from "../../src/domain/time-cue.ts";
import { createTimeCueReader } from "../../src/understanding/time-cues.ts";
import { expectLinear } from "../support/growth.ts";

const reader = createTimeCueReader();

/** A Friday, the last of its month, late in the day: a machine east or west of UTC has another date. */
const REFERENCE = Date.UTC(2024, 4, 31, 23, 30);

/** "2023-5-8", "*-5-*" for every May, "2024-05-20..2024-05-27" for a range; cues apart by ", ". */
function told(cues: readonly TimeCue[]): string {
  const day = (ms: number) => new Date(ms).toISOString().replace("T00:00:00.000Z", "");
  return cues
    .map((cue) =>
      cue.kind === "range"
        ? `${day(cue.from)}..${day(cue.to)}`
        : [cue.year, cue.month, cue.day].map((field) => field ?? "*").join("-"),
    )
    .join(", ");
}

function read(question: string, reference = REFERENCE): string {
  return told(reader.read(question, reference));
}

const YESTERDAY = "2024-05-30..2024-05-31";
const THREE_DAYS_AGO = "2024-05-28..2024-05-29";
const LAST_WEEK = "2024-05-20..2024-05-27";
const LAST_MONTH = "2024-04-01..2024-05-01";
const LAST_YEAR = "2023-01-01..2024-01-01";
const LAST_MONDAY = "2024-05-27..2024-05-28";

describe("a stated date, month or year keeps what the question states", () => {
  test.each([
    ["What happened on 8 May 2023?", "2023-5-8"],
    ["What did we do on May 8th, 2023?", "2023-5-8"],
    ["Where was I on May 8?", "*-5-8"],
    ["What was due on 8 may?", "*-5-8"],
    ["Who came on the eighth of May?", "*-5-8"],
    ["What did I plan for Dec 25?", "*-12-25"],
    ["Was I away on February 29?", "*-2-29"],
    ["May 8 at 5pm, what was it?", "*-5-8"],
    ["What did we decide in May?", "*-5-*"],
    ["what did we decide in may", "*-5-*"],
    ["Which photos are from May 2022?", "2022-5-*"],
    ["What has changed since March?", "*-3-*"],
    ["What did I say at the end of May?", "*-5-*"],
    ["What was planned for mid-May?", "*-5-*"],
    ["Where was I last October?", "*-10-*"],
    ["What did we do in April and May?", "*-4-*, *-5-*"],
    ["Where did I travel between March and June?", "*-3-*, *-6-*"],
    ["What did I do from 8 to 10 May?", "*-5-*"],
    ["What did I do 8-10 May 2023?", "2023-05-08..2023-05-11"],
    ["What did I buy in 2022?", "2022-*-*"],
    ["What have I learnt since 2022, in short?", "2022-*-*"],
    ["Which jobs did I have during 2022?", "2022-*-*"],
    ["Where was I in 2023-05?", "2023-5-*"],
    ["What did I note on 2023-05-08?", "2023-5-8"],
    ["What did I note on 2023/5/8?", "2023-5-8"],
    ["What did I note on 08.05.2023?", "2023-5-8"],
    ["What did I note on 05/08/2023?", "2023-8-5, 2023-5-8"],
    ["What did I note on 05/28/2023?", "2023-5-28"],
    ["What did we plan in May last year?", "2023-5-*"],
    ["Was haben wir im März beschlossen?", "*-3-*"],
    ["Was war am 3. März 2022?", "2022-3-3"],
    ["Was geschah im Mai letzten Jahres?", "2023-5-*"],
    ["Wo war ich seit 2022?", "2022-*-*"],
    ["Qu'avons-nous décidé le 1er mai 2023 ?", "2023-5-1"],
    ["Où étais-je en mars ?", "*-3-*"],
    ["Où étais-je en août 2022 ?", "2022-8-*"],
    ["Où étais-je en mars dernier ?", "*-3-*"],
    ["¿Qué pasó el 8 de mayo de 2023?", "2023-5-8"],
    ["¿Qué dije en mayo?", "*-5-*"],
    ["¿Qué dije en mayo del año pasado?", "2023-5-*"],
    ["O que houve no dia 8 de março?", "*-3-8"],
    ["O que eu disse em março de 2023?", "2023-3-*"],
    ["Wat zei ik op 8 mei 2023?", "2023-5-8"],
    ["Waar was ik in maart?", "*-3-*"],
    ["Cosa ho detto l'8 maggio 2023?", "2023-5-8"],
    ["Dove ero a maggio?", "*-5-*"],
    ["Что было 8 мая 2023 года?", "2023-5-8"],
    ["Что мы решили в мае?", "*-5-*"],
    ["Что мы решили в мае прошлого года?", "2023-5-*"],
    ["Где я был в 2022 году?", "2022-*-*"],
    ["Що було 8 травня?", "*-5-8"],
    ["Що ми вирішили у травні?", "*-5-*"],
    ["2023年5月8日に何を決めましたか", "2023-5-8"],
    ["令和5年5月8日に何を決めましたか", "2023-5-8"],
    ["５月に何をしましたか", "*-5-*"],
    ["2022年5月に何をしましたか", "2022-5-*"],
    ["我们五月八日说了什么", "*-5-8"],
    ["我十二月去了哪里", "*-12-*"],
    ["我2022年去了哪里", "2022-*-*"],
    ["去年5月我们说了什么", "2023-5-*"],
  ])("%s", (question, expected) => {
    expect(read(question)).toBe(expected);
  });
});

describe("a time told from today is the whole of its unit", () => {
  test.each([
    ["What did I say this morning?", "2024-05-31..2024-06-01"],
    ["What did I say yesterday?", YESTERDAY],
    ["What did I say the day before yesterday?", "2024-05-29..2024-05-30"],
    ["What did I say three days ago?", THREE_DAYS_AGO],
    ["What did we decide last week?", LAST_WEEK],
    ["What did we decide this week?", "2024-05-27..2024-06-03"],
    ["What did we decide two weeks ago?", "2024-05-13..2024-05-20"],
    ["What did we do a couple of weeks ago?", "2024-05-13..2024-05-20"],
    ["Where was I last weekend?", "2024-05-25..2024-05-27"],
    ["What did we decide last month?", LAST_MONTH],
    ["What did we decide 3 months ago?", "2024-02-01..2024-03-01"],
    ["What have I read this year?", "2024-01-01..2025-01-01"],
    ["What did I read last year?", LAST_YEAR],
    ["Where was I two years ago?", "2022-01-01..2023-01-01"],
    ["What did I say last Monday?", LAST_MONDAY],
    ["What did I say last Friday?", "2024-05-24..2024-05-25"],
    ["What have I eaten in the last 3 days?", "2024-05-29..2024-06-01"],
    ["What have I eaten over the past week?", "2024-05-25..2024-06-01"],
    ["Was sagte ich gestern?", YESTERDAY],
    ["Was sagte ich vor drei Tagen?", THREE_DAYS_AGO],
    ["Was haben wir letzte Woche beschlossen?", LAST_WEEK],
    ["Was sagte ich letzten Montag?", LAST_MONDAY],
    ["Qu'est-ce que j'ai dit hier ?", YESTERDAY],
    ["Qu'ai-je dit il y a trois jours ?", THREE_DAYS_AGO],
    ["Qu'avons-nous décidé la semaine dernière ?", LAST_WEEK],
    ["¿Qué dije ayer?", YESTERDAY],
    ["¿Qué decidimos la semana pasada?", LAST_WEEK],
    ["¿Qué dije hace tres días?", THREE_DAYS_AGO],
    ["O que eu disse ontem?", YESTERDAY],
    ["O que decidimos no mês passado?", LAST_MONTH],
    ["Wat zei ik gisteren?", YESTERDAY],
    ["Wat zei ik drie dagen geleden?", THREE_DAYS_AGO],
    ["Cosa abbiamo deciso la settimana scorsa?", LAST_WEEK],
    ["Cosa ho detto tre giorni fa?", THREE_DAYS_AGO],
    ["Что я говорил вчера?", YESTERDAY],
    ["Что мы решили на прошлой неделе?", LAST_WEEK],
    ["Что я говорил неделю назад?", LAST_WEEK],
    ["Що ми вирішили минулого тижня?", LAST_WEEK],
    ["Що я казав три дні тому?", THREE_DAYS_AGO],
    ["先週何を話しましたか", LAST_WEEK],
    ["一昨日何を話しましたか", "2024-05-29..2024-05-30"],
    ["3日前に何を話しましたか", THREE_DAYS_AGO],
    ["去年どこへ行きましたか", LAST_YEAR],
    ["我昨天说了什么", YESTERDAY],
    ["上周我们决定了什么", LAST_WEEK],
    ["上星期一我說了什麼", "2024-05-20..2024-05-21"],
    ["三天前我说了什么", THREE_DAYS_AGO],
  ])("%s", (question, expected) => {
    expect(read(question)).toBe(expected);
  });
});

describe("what only looks like a time is none", () => {
  test.each([
    ...["May I ask you something?", "What did May say?", "What did April think of June?", "Who is August Meyer?"],
    ...["Is step 8 may fail a sentence?", "The 5th may fail", "How may 5 people share this?", "This may be wrong"],
    ...["The one I believed in may be wrong", "Since June joined us, who left?", "In April's opinion, was I right?"],
    ...["March on!", "How long was the march on the capital?", "They march 3 miles a day", "march 2000 miles"],
    ...["Is the sun up?", "Who sat next to me?", "Wait a second", "Mon ami, comment ça va ?", "How far is Mars?"],
    ...["What changed in v2.3.1?", "Python 3.11 or 3.12?", "What is ERR-1042?", "Was version 10.5.2023 broken?"],
    ...["Which talk is in room 2023?", "Write it in 2000 words", "It costs 2022 dollars", "Fasse es in 2000 Wörtern"],
    ...["Where do we meet at 5?", "Is it 16:9 or 4:3?", "Call 555-123-4567", "Open 24/7 at 192.168.1.1", "3/4 cup"],
    ...["I got 5 out of 10", "Set 8 out of 9", "An offer of 12 apr 5%", "Open release-2023-05-08.tar.gz", "30/02/2023"],
    ...["What will we do tomorrow?", "What happens next week?", "And in May next year?", "Did I call on Monday?"],
    ...["What did I say recently?", "What was it last time?", "The last week of the project", "Many years ago"],
    ...["How long did the battery last?", "1.5 years ago", "half a year ago", 'Who sang "Yesterday"?', "The other day"],
    ...["Was steht hier?", "Wat staat hier?", "¿Quién es Julio?", "Escribe 2000 palabras", "Мая пришла?"],
    ...[
      "Много лет назад",
      "До 2000 рублей",
      "Як звати мого собаку?",
      "今日は、元気ですか",
      "10年前後",
      "三个月",
      "以上周边",
    ],
    ...["What should I cook today?", "Was esse ich heute?", "Rename may8 to june8", "来年4月に何がありますか"],
    ...["私の名前は何ですか", "我的狗叫什么", "2000年間", "", "   "],
  ])("%s", (question) => {
    expect(read(question)).toBe("");
  });
});

describe("the reader", () => {
  test.each([
    ["What did we decide last month?", "2024-03-31T00:00:00Z", "2024-02-01..2024-03-01"],
    ["What did we decide a month ago?", "2024-05-31T12:00:00Z", "2024-04-01..2024-05-01"],
    ["What did we decide last week?", "2024-01-01T00:00:00Z", "2023-12-25..2024-01-01"],
    ["What did we decide last week?", "2023-12-31T23:59:59Z", "2023-12-18..2023-12-25"],
    ["What did we decide last month?", "2024-01-31T23:59:59Z", "2023-12-01..2024-01-01"],
    ["What did we decide last year?", "2024-02-29T12:00:00Z", "2023-01-01..2024-01-01"],
    ["What did I say last Sunday?", "2024-03-10T10:00:00Z", "2024-03-03..2024-03-04"],
    ["What did I say yesterday?", "2024-03-11T00:30:00Z", "2024-03-10..2024-03-11"],
    ["What was on February 29?", "2023-06-01T00:00:00Z", "*-2-29"],
  ])("keeps to the calendar: %s on %s", (question, at, expected) => {
    expect(read(question, Date.parse(at))).toBe(expected);
  });

  test("gives at most four times, each once, in their order", () => {
    const question = "2 days ago, yesterday, in May 2021, and yesterday, and in 2020, last week, on 3 June 2019?";
    expect(read(question)).toBe(`2024-05-29..2024-05-30, ${YESTERDAY}, 2021-5-*, 2020-*-*`);
  });

  test("reads the first 1,000 characters alone", () => {
    expect(read(`${" x".repeat(480)} in May?`)).toBe("*-5-*");
    expect(read(`${" x".repeat(500)} in May?`)).toBe("");
  });

  test("takes no long time, and does not throw, whatever the text", () => {
    const parts = [
      "may 8 ",
      "in may 2022 ",
      "1",
      "hier ",
      " ",
      "5月8日",
      "last ",
      "1/2/",
      "8 mai ",
      "\ufdfa",
      "мая 8 ",
    ];
    for (const part of [...parts, "\ud800", "İ in May 2022 ", "\u0000", "e\u0301"]) {
      expectLinear(32_768, (length) => {
        expect(reader.read(part.repeat(length / part.length), REFERENCE).length).toBeLessThanOrEqual(4);
      });
    }
    for (const reference of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -8.64e15, 0]) {
      expect(() => reader.read("yesterday, last month and 900 years ago, on 8 May", reference)).not.toThrow();
    }
  });

  test("reads the same in every time zone of the machine", () => {
    const questions = [
      "yesterday",
      "last week",
      "a month ago",
      "on 8 May 2023",
      "5月8日",
      "in May last year",
      "8-10 May 2023",
    ];
    const file = resolve(import.meta.dir, "../../src/understanding/time-cues.ts");
    const script = `import { createTimeCueReader } from ${JSON.stringify(file)};
      const reader = createTimeCueReader();
      console.log(JSON.stringify(${JSON.stringify(questions)}.map((each) => reader.read(each, ${REFERENCE}))));`;
    const expected = questions.map((question) => reader.read(question, REFERENCE));
    for (const TZ of ["America/Los_Angeles", "Asia/Tokyo", "Pacific/Kiritimati"]) {
      const child = Bun.spawnSync([process.execPath, "-e", script], { env: { ...process.env, TZ } });
      expect([TZ, JSON.parse(child.stdout.toString() || "null")]).toEqual([TZ, expected]);
    }
  });
});
