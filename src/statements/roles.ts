// Roles of which somebody has one at a time, and what tells whether it is so still, in English, German, French and Spanish.
import { wordSet, wordTable } from "../base/word-set.ts";

/** Roles by all their words; "partner" holds whoever somebody is together with. */
export const ROLES = wordTable([
  [
    "boss manager supervisor chef chefin vorgesetzter vorgesetzte jefe jefa encargado encargada patron patronne responsable",
    "boss",
  ],
  ["gp doctor doc hausarzt hausärztin médecin médico médica docteur doctora", "doctor"],
  ["dentist zahnarzt zahnärztin dentiste dentista", "dentist"],
  [
    "teacher lehrer lehrerin klassenlehrer klassenlehrerin professeur maîtresse profesor profesora maestra maestro",
    "teacher",
  ],
  ["tutor nachhilfelehrer", "tutor"],
  ["landlord landlady vermieter vermieterin propriétaire casero casera", "landlord"],
  ["coach trainer trainerin entraîneur entraîneuse entrenador entrenadora", "coach"],
  ["therapist therapeut therapeutin thérapeute terapeuta psicóloga psicólogo psychologist counsellor", "therapist"],
  ["physio physiotherapist physiotherapeut kiné fisio", "physio"],
  ["vet tierarzt tierärztin vétérinaire veterinario veterinaria", "vet"],
  ["hairdresser barber friseur friseurin coiffeur coiffeuse peluquero peluquera", "hairdresser"],
  ["lawyer solicitor anwalt anwältin avocat avocate abogado abogada", "lawyer"],
  ["accountant steuerberater steuerberaterin comptable", "accountant"],
  ["nanny childminder babysitter tagesmutter nounou niñera", "nanny"],
  ["cleaner putzfrau", "cleaner"],
  ["midwife hebamme matrona", "midwife"],
  ["girlfriend boyfriend husband wife fiancé fiancée novio novia ehemann ehefrau marido mari", "partner"],
]);

/** "My new boss": in the place of another. */
export const FRESH = wordSet("new current next neue neuer neuen nuevo nueva nouveau nouvelle");
/** "My old boss": no longer so. */
export const FORMER = wordSet(
  `old former ex previous last erstwhile ehemaliger ehemalige alter alte frühere früherer antiguo antigua anterior
  ancien ancienne`,
);
