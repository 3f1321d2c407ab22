// The words of occupations: head nouns, ranks, and the words before them that turn them into a joke or a hobby.
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";

/** Written by hand: the head nouns of the jobs that people name most. */
const HEADS = wordSet(`
  accountant practitioner aide actor actress actuary acupuncturist administrator admin advisor adviser agent agronomist analyst anaesthetist
  anesthesiologist anesthetist animator announcer anthropologist apprentice archaeologist architect archivist artisan
  artist assistant associate astronaut astronomer athlete attendant attorney auctioneer auditor author
  babysitter baker banker barber barista barrister bartender beautician beekeeper biochemist biologist blacksmith blogger
  boatbuilder bookbinder bookkeeper bookseller bouncer brewer bricklayer broadcaster broker builder bursar butcher butler
  buyer cabbie cameraman camerawoman captain caregiver carer caretaker carpenter cartographer cartoonist cashier caterer
  chaplain chauffeur chef chemist chiropractor choreographer cleaner clerk clinician coach cobbler coder
  columnist comedian commentator composer conductor confectioner constable consultant contractor controller cook
  coordinator copywriter coroner councillor counsellor counselor courier craftsman craftswoman criminologist critic curator
  cyclist dancer dealer decorator demonstrator dentist dermatologist designer detective developer dev diplomat director
  dietician dietitian dispatcher diver dj docent doctor docker drummer driver dressmaker ecologist economist editor
  educator electrician embalmer engineer entertainer entomologist entrepreneur ergonomist estimator executive
  fabricator farmer farmhand filmmaker financier firefighter fireman fisherman fishmonger fitter florist foreman forester
  founder co-founder cofounder freelancer gardener geneticist geographer geologist geophysicist
  glassblower glazier goldsmith grocer groundskeeper groomer guard guide guitarist gunsmith gynaecologist gynecologist
  hairdresser hairstylist handyman headmaster headmistress headteacher historian homemaker housekeeper housewife
  househusband hotelier hygienist illustrator immunologist importer innkeeper inspector installer instructor interpreter
  intern investigator investor ironworker janitor jeweler jeweller joiner journalist judge juggler laborer labourer
  landscaper lawyer lecturer librarian lifeguard linguist lineman locksmith logger logistician lumberjack
  machinist magician magistrate maid mailman maintainer manager manicurist marine marketer mason masseur masseuse
  mathematician mayor mechanic mechatronician mediator merchandiser merchant metallurgist meteorologist microbiologist
  midwife miller miner minister model mortician musician nanny naturalist navigator neurologist neuroscientist neurosurgeon
  notary novelist nun nurse nutritionist obstetrician officer oncologist operator ophthalmologist optician optometrist
  orderly organist orthodontist osteopath owner painter paleontologist paralegal paramedic pastor pathologist
  pediatrician paediatrician pharmacist philosopher phlebotomist photographer photojournalist physician
  physicist physio physiologist physiotherapist pianist pilot planner plasterer playwright plumber podiatrist poet
  policeman policewoman politician porter postman postwoman postdoc potter preacher presenter priest principal printer
  producer professor programmer projectionist proofreader prosecutor psychiatrist psychoanalyst psychologist
  psychotherapist publican publicist publisher rabbi radiographer radiologist rancher ranger realtor rector receptionist
  recruiter referee registrar repairman reporter representative rep researcher restaurateur retailer rheumatologist
  roofer sailor salesman salesperson saleswoman saxophonist scaffolder scientist scriptwriter screenwriter sculptor
  seamstress secretary senator sergeant shepherd shoemaker shopkeeper signalman silversmith singer smith sociologist
  soldier solicitor sommelier specialist statistician steward stewardess stockbroker stonemason strategist streamer
  student stuntman stylist superintendent supervisor surgeon surveyor sysadmin tailor tanner tattooist teacher technician
  technologist teller tester therapist tiler toolmaker trader trainee trainer translator treasurer tutor typist undertaker
  underwriter upholsterer urologist usher valet vet veterinarian servant vicar vintner violinist virologist
  waiter waitress waitstaff warden warehouseman watchmaker weaver webmaster welder woodworker worker writer youtuber
  zookeeper zoologist
  `);

/** Endings that turn any stem into an occupation. */
const SUFFIX = linear(
  /^\p{L}{2,}(?:ologist|ographer|iatrist|iatrician|otherapist|therapist|engineer|developer|technician|technologist|scientist|surgeon|teacher|worker|driver|keeper|maker|monger|wright|smith|builder|designer|writer|officer)$/u,
);
const SUFFIX_EXCEPTIONS = wordSet(
  "matchmaker troublemaker peacemaker goalkeeper scorekeeper timekeeper slavedriver homebuilder screwdriver typewriter underwriter",
);

/** Short forms of ranks, read in any case. */
export const RANKS = wordSet(
  "ceo cto cfo coo cio ciso cmo cpo cro cso cdo svp evp avp vp president dean chair chairman chairwoman chairperson partner mp gp dba sre pm",
);

/** Names of ranks, which stand without an article or after "the". */
export const TITLE =
  /^(?:c[a-z]o|svp|evp|avp|vp|president|vice president|chair|chairman|chairwoman|head|director|manager|owner|co-?owner|founder|co-?founder|lead|principal|editor|chef|captain|mayor|dean|treasurer|secretary|supervisor|foreman|superintendent|coordinator|administrator|partner|coach|conductor|librarian|pastor|producer|principal investigator)$/;

/** A head noun after one of these words is a joke, a hobby or a role for some time only. */
export const SPOILERS = wordSet(
  "bad terrible awful great good fast slow heavy huge big lousy decent former ex retired aspiring budding would-be wannabe future unpaid amateur hobby home natural better best worst excellent horrible mediocre poor lazy born designated backseat careful nervous safe frustrated failed secret armchair regular real true dream model careless fair hard quick decent solid hobbyist once picky early late new-born strong shower bathroom recovering",
);
/** Praise or manner, left out of the value. */
export const DECORATION = wordSet(
  "experienced qualified trained certified professional practicing practising full-time part-time proud busy self-employed young old humble simple passionate dedicated successful local seasoned skilled fully newly newly-qualified career working lowly mere tired happy",
);

/** Words that end the noun phrase. */
export const ENDS = wordSet(
  "at in for with from on who whom that which and but or by now here there currently working living based specializing specialising since so too as lol haha to because where when while these this my your not near under within over also btw right again today tonight yet then than if is was through during after before until trying looking having dealing making using myself no anymore instead turned all i i'm i've im i'd we you you're your",
);

/** Whether a noun in small letters names an occupation by itself. */
export function isHead(word: string): boolean {
  return HEADS.has(word) || RANKS.has(word) || (SUFFIX.test(word) && !SUFFIX_EXCEPTIONS.has(word));
}
