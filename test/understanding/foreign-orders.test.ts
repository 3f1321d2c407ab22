import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { createRuleWriter } from "../../src/understanding/rule-writer.ts";
import { wishKinds } from "../../src/understanding/wish-kinds.ts";
import { readWishes } from "../../src/understanding/wish-reader.ts";

const rules = createRuleWriter();
const read = (input: string) => finish(readWishes(rules, input));

describe("orders in German, French and Spanish", () => {
  test.each([
    ["erwähn bitte Lukas nie wieder, das tut mir weh", "erwähn bitte Lukas nie wieder"],
    ["Hör auf, mir ständig Yoga vorzuschlagen.", "Hör auf, mir ständig Yoga vorzuschlagen"],
    ["Keine Überschriften mehr bitte.", "Keine Überschriften mehr bitte"],
    ["Verzichte auf Stichpunkte", "Verzichte auf Stichpunkte"],
    ["Schreib mir künftig kurz und knapp.", "Schreib mir künftig kurz und knapp"],
    ["Ne me recommande jamais ce coiffeur.", "Ne me recommande jamais ce coiffeur"],
    ["cesse d'utiliser des points d'exclamation, ça m'énerve", "cesse d'utiliser des points d'exclamation"],
    ["Je ne veux plus entendre parler de Thierry.", "Je ne veux plus entendre parler de Thierry"],
    ["Sois bref à l'avenir.", "Sois bref à l'avenir"],
    ["Plus de tableaux svp", "Plus de tableaux svp"],
    ["No vuelvas a mencionar a Gonzalo.", "No vuelvas a mencionar a Gonzalo"],
    ["Basta de listas.", "Basta de listas"],
    ["De ahora en adelante trátame de usted.", "De ahora en adelante trátame de usted"],
    ["Nunca uses negritas.", "Nunca uses negritas"],
    [
      "Wenn ich nach Rezepten frage, nie wieder Listen bitte.",
      "Wenn ich nach Rezepten frage, nie wieder Listen bitte.",
    ],
  ])("%j is one, and is quoted", (input, said) => {
    expect(read(input)).toMatchObject([{ rule: `The user asks: “${said.replace(/\.$/, "")}”`, cue: "order-told" }]);
  });

  test.each([
    "Ich hab nie wieder von ihm gehört.",
    "Sie erwähnt meinen Bruder nicht mehr.",
    "Mein Chef sagt, keine Emojis mehr.",
    "Lass die Emojis ruhig drin.",
    "Nie wieder Alkohol, mein Kopf!",
    "Il n'utilise jamais d'emojis.",
    "Plus d'informations sur les impôts stp",
    "N'oublie jamais les emojis",
    "Nunca uso emojis en el trabajo.",
    "No me habla nunca de Karina.",
    "Tengo que dejar de poner emojis en el trabajo",
    "Schreib mir eine Mail ohne Emojis",
  ])("%j is none", (input) => {
    expect(read(input).filter(({ cue }) => cue === "order-told")).toEqual([]);
  });

  test.each([
    ["ok no emojis please", ["emojis:no"]],
    ["Lass doch die Emojis weg", ["emojis:no"]],
    ["Évite les tableaux", ["tables:no"]],
    ["Plus de tableaux", []],
    ["me sobran los emojis", ["emojis:no"]],
    ["estoy hasta las narices de las viñetas", []],
    ["nutze bitte Stichpunkte", ["bullets:yes"]],
    ["deine Antworten sind zu kurz", ["length:long"]],
    ["nicht so ausführlich bitte", []],
    ["deja de hablarme en inglés", []],
    ["siez mich bitte nicht", ["address:informal"]],
    ["du kannst wieder Emojis benutzen", ["emojis:yes"]],
  ])("%j wants %p", (text, kinds) => {
    expect(wishKinds(text).map(({ kind, value }) => `${kind}:${value}`)).toEqual(kinds);
  });

  test("are not worded as English ones are", () => {
    for (const said of ["No quiero emojis", "no me pongas emojis", "No uses listas ni bullets"]) {
      expect(rules.write(said)).toBeNull();
    }
  });

  test("an allergy of one's own is told for good", () => {
    const topics = (input: string) => read(input).map(({ topic }) => topic?.split(":")[0] ?? null);
    expect(topics("Ich habe eine Erdnussallergie.")).toEqual(["own-allergy"]);
    expect(topics("Je fais une allergie aux crevettes.")).toEqual(["own-allergy"]);
    expect(topics("Ich bin nicht allergisch gegen Nüsse.")).toEqual([null]);
    expect(topics("Meine Schwester sagt, ich bin gegen alles allergisch")).toEqual([null]);
  });
});
