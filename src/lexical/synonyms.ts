// Words that people use for one another when they speak of their own: kin, roles, home, work. A closed table.

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  en: `husband hubby spouse partner
wife spouse partner missus
girlfriend partner fiancee
boyfriend partner fiance
boss manager supervisor lead
mother mum mom mam mama mummy mommy
father dad daddy papa
grandmother grandma gran granny nana nan
grandfather grandpa grandad granddad
kid child kids children son daughter boy girl
brother sibling
sister sibling
flatmate roommate housemate
colleague coworker workmate
friend buddy mate pal
flat apartment home house place room
car vehicle truck van auto
bike bicycle cycle
doctor gp physician dr
job work profession occupation career
earn salary pay wage paid
holiday vacation trip getaway
exam test midterm final
school college university uni
film movie
phone mobile cell
appointment meeting
operation surgery
prof professor lecturer supervisor
landlord landlady
graduation ceremony
book memoir novel
deadline due
baby newborn little
teacher tutor
cost price paid pay charge fee
live living moved rent address
owner owns landlord landlady
earn rate hour hourly raise
supervise supervising supervisor
accountant tax taxes bookkeeping
slogan strapline tagline motto
sing singing choir
sport run running gym swim swimming training workout exercise
pet animal dog cat
launch release live public
present gift
supplier supplies grower deliver
sick ill pain hurt hurts injury
lecture talk presentation
postpone postponed delayed moved shifted
begin begins start starts
summer holiday vacation
shop store
meet meets meeting
allergy allergic intolerant
wedding marry married bride
partner boyfriend girlfriend husband wife
birthday born turns
employee staff crew team hired
loan mortgage borrow`.split("\n"),
  de: `mann ehemann partner
frau ehefrau partnerin
freundin partnerin
freund partner
chef vorgesetzter boss
chefin vorgesetzte
mutter mama mutti
vater papa vati
oma grossmutter
opa grossvater
kind kinder sohn tochter junge madchen
wohnung haus zuhause bude
auto wagen karre
fahrrad rad
arzt doktor arztin
beruf job arbeit
gehalt lohn verdienen
urlaub ferien reise
handy telefon
azubi lehrling
prufung klausur
termin op operation
mitbewohner mitbewohnerin`.split("\n"),
};

/** One of a kind each: who is asked of one of them is not asked of the others. */
const KIN: Readonly<Record<string, readonly string[]>> = {
  en: `husband hubby
wife missus
girlfriend fiancee
boyfriend fiance
mother mum mom mam mama mummy mommy
father dad daddy papa
grandmother grandma gran granny nana nan
grandfather grandpa grandad granddad
son
daughter
brother
sister`.split("\n"),
  de: `mann ehemann
frau ehefrau
mutter mama mutti
vater papa vati
oma grossmutter
opa grossvater
sohn
tochter
bruder
schwester`.split("\n"),
};

/** The words of other kin than this one, lower case and without accents, in that language; none for most words. */
export function rivalsOf(word: string, language: string): readonly string[] {
  const groups = (KIN[language] ?? []).map((group) => group.split(" "));
  return groups.some((group) => group.includes(word)) ? groups.filter((group) => !group.includes(word)).flat() : [];
}

const synonyms = new Map<string, Map<string, Set<string>>>();

/** Words, lower case and without accents, that may stand for this one in that language; none for most words. */
export function synonymsOf(word: string, language: string): ReadonlySet<string> {
  return tableOf(language).get(word) ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();

function tableOf(language: string): ReadonlyMap<string, ReadonlySet<string>> {
  let table = synonyms.get(language);
  if (table === undefined) {
    table = new Map();
    for (const group of GROUPS[language] ?? []) {
      const words = group.split(" ");
      for (const word of words) {
        const others = table.get(word) ?? new Set();
        for (const other of words) if (other !== word) others.add(other);
        table.set(word, others);
      }
    }
    synonyms.set(language, table);
  }
  return table;
}
