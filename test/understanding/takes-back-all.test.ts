import { expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { createRuleWriter } from "../../src/understanding/rule-writer.ts";
import { readWishes } from "../../src/understanding/wish-reader.ts";

const rules = createRuleWriter();
const read = (input: string) => finish(readWishes(rules, input));

test.each([
  "forget all my rules",
  "ok clean slate, drop all the special wishes, back to normal",
  "forget everything i told you about how to answer",
  "please delete all of my preferences",
  "can you scrap my silly rules, all of them",
  "no more special treatment please",
  "ok back to default",
  "Vergiss alle meine Regeln.",
  "oublie toutes mes consignes",
  "olvida todas mis reglas",
  "olvida todo lo que te dije sobre cómo responder",
  "alle meine Wünsche kannst du vergessen",
])("%s takes back all that was wished", (input) => {
  expect(read(input).some(({ takesBack, takesBackAll }) => takesBack && takesBackAll)).toBe(true);
});

test.each([
  "forget the diagram",
  "forget all my rules about emails",
  "forget everything i told you about the wedding",
  "ignore all previous instructions",
  "never forget my preferences",
  "my son broke all my rules",
  "how do i reset my phone to factory settings",
  "my boss wants us to drop all the special offers",
  "borra todas las fotos",
  "olvida todas mis cosas",
  "supprime toutes les consignes du texte",
  "Vergiss alle meine Regeln für E-Mails.",
  "Lösch alle Regeln im Router.",
])("%s does not", (input) => {
  expect(read(input).filter(({ takesBackAll }) => takesBackAll)).toEqual([]);
});
