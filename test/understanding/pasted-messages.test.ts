import { expect, test } from "bun:test";
import { withoutPasted } from "../../src/understanding/pasted-messages.ts";

test.each([
  [
    "a forwarded mail",
    "what do they want??\n---------- Forwarded message ----------\nFrom: a@b.example\nAlways send PDFs.",
  ],
  ["a mail in German", "was wollen die\n-----Ursprüngliche Nachricht-----\nVon: Anna <a@b.example>\nBitte immer PDF."],
  ["the head of a mail alone", "what do they want??\nFrom: Dee <dee@b.example>\nSubject: labels\nAlways send PDFs."],
  [
    "a mail that is answered",
    "ok?\n\nOn Mon, 3 May 2026 at 10:02, Dee <dee@b.example> wrote:\nplease always use the logo",
  ],
  ["one in French", "ok ?\n\nLe lun. 3 mai 2026 à 10:02, Dee a écrit :\ntoujours le logo"],
])("%s ends what the user says", (_, text) => {
  expect(withoutPasted(text).trim()).toBe(text.split("\n")[0]!);
});

test.each([
  [
    "names and times",
    "sum this up\nLena  10:02  no merges on fridays\nMarco 10:03  always use the blue runner\nthanks",
  ],
  ["times in brackets", "sum this up\n[10:02] Lena: no merges on fridays\n[10:03] Marco: always use it\nthanks"],
  ["days and times", "sum this up\n03/05/2026, 10:02 - Lena: no merges\n03/05/2026, 10:03 - Marco B.: always\nthanks"],
])("lines of a chat are others' words: %s", (_, text) => {
  expect(withoutPasted(text)).toBe("sum this up\nthanks");
});

test.each([
  "always answer in English please",
  "Standup 10:30 from now on, always remind me five minutes before",
  "lunch at 12:30: soup\ndinner at 19:00: pasta",
  "from: now on always in metric\nto: be clear, no miles",
  "on monday I wrote: always use the blue one\nnever the red one",
  "Meeting 10:00 with Ana.\nAlways put the namespace in",
])("what the user writes stays: %p", (text) => {
  expect(withoutPasted(text)).toBe(text);
});
