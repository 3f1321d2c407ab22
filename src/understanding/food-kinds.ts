// Which foods are of which kind, for allergies, diets and bans of food.

/** A food of a kind, or the kind itself: its words in lower case. */
export type FoodName = readonly string[];

export interface FoodKind {
  readonly members: readonly FoodName[];
  /** Right before a member these make it another thing: "coconut milk". */
  readonly notAfter: ReadonlySet<string>;
  /** Right after a member these do: "oyster mushrooms". */
  readonly notBefore: ReadonlySet<string>;
}

interface KindEntry {
  /** What a rule calls it. */
  readonly names: string;
  /** Separated by commas. A plural counts too, unless "!" follows: two lambs are animals. */
  readonly members: string;
  readonly notAfter?: string;
  readonly notBefore?: string;
}

const TREE_NUTS =
  "tree nut, almond, walnut, hazelnut, cashew, pistachio, pecan, macadamia, brazil nut, praline, marzipan, nutella, frangipane, gianduja";
const PEANUTS = "peanut, peanut butter, groundnut, satay";
const FISH =
  "fish, salmon, tuna, cod, hake, haddock, trout, mackerel, sardine, anchovy, herring, halibut, sea bass, seabass, sea bream, tilapia, pollock, plaice, swordfish, snapper, catfish, monkfish, kipper, caviar, turbot, whitebait, surimi, fish sauce, dashi";
const CRUSTACEANS = "crustacean, prawn, shrimp, crab, lobster, crayfish, langoustine, scampi, krill";
const MOLLUSCS = "mollusc, mollusk, mussel, clam, oyster, scallop, cockle, squid, calamari, octopus, cuttlefish, whelk";
const NOT_BEFORE_SEA = "market mushroom mushrooms card cards tank pond food bowl hook apple apples oil farm pink";
const PORK =
  "pork, bacon, ham, prosciutto, pancetta, chorizo, salami, pepperoni, gammon, lardon, lard, mortadella, guanciale";
const BEEF = "beef, steak, brisket, sirloin, oxtail, pastrami";
const POULTRY = "poultry, chicken!, turkey!, duck!, goose!";
const OTHER_MEAT =
  "meat, lamb!, veal, venison, mutton, rabbit!, sausage, meatball, foie gras, jerky, gelatine, gelatin, bone broth, mincemeat";
const NOT_MEAT =
  "vegan veggie vegetarian lentil bean tofu soy soya mushroom cauliflower cabbage celeriac aubergine jackfruit seitan tuna salmon swordfish cod beyond impossible quorn";
const NOT_BEFORE_MEAT = "tomato tomatoes lettuce of feed coop coops house houses";
const PLANT_MILKS =
  "coconut almond oat soy soya rice hemp cashew hazelnut plant nut peanut cocoa shea body apple vegan pea flax macadamia shaving hand face sun pumpkin walnut pistachio breast hair lip plum";
const LACTOSE = "milk, cream, ice cream, custard, buttermilk, condensed milk, milkshake";
const DAIRY = `dairy, ${LACTOSE}, butter, cheese, yogurt, yoghurt, cheddar, parmesan, mozzarella, feta, ricotta, brie, camembert, gouda, gruyere, gruyère, mascarpone, halloumi, paneer, ghee, kefir, crème fraîche, creme fraiche, whey, casein, gelato, quark, skyr, béchamel, bechamel, goat cheese, cream cheese`;
const EGGS = "egg, yolk, egg white, omelette, omelet, frittata, mayonnaise, mayo, meringue, quiche, aioli, hollandaise";
const HONEY = "honey, royal jelly";

/** EU Regulation 1169/2011, annex II (the 14 allergens), and what people ban from their plates beside those. */
const ENTRIES: readonly KindEntry[] = [
  { names: "nuts", members: `nut, ${TREE_NUTS}, ${PEANUTS}`, notBefore: "roaster" },
  { names: "tree nuts", members: TREE_NUTS },
  { names: "peanuts, groundnuts", members: PEANUTS },
  { names: "shellfish", members: `shellfish, ${CRUSTACEANS}, ${MOLLUSCS}`, notBefore: NOT_BEFORE_SEA },
  { names: "crustaceans", members: CRUSTACEANS, notBefore: NOT_BEFORE_SEA },
  { names: "molluscs, mollusks", members: MOLLUSCS, notBefore: NOT_BEFORE_SEA },
  {
    names: "seafood",
    members: `seafood, shellfish, ${FISH}, ${CRUSTACEANS}, ${MOLLUSCS}`,
    notBefore: NOT_BEFORE_SEA,
  },
  { names: "fish", members: FISH, notBefore: NOT_BEFORE_SEA },
  {
    names: "dairy, dairy products, milk products, milk protein",
    members: DAIRY,
    notAfter: PLANT_MILKS,
    notBefore: "bean beans lettuce thistle cracker crackers",
  },
  { names: "lactose", members: LACTOSE, notAfter: PLANT_MILKS, notBefore: "thistle cracker crackers cheese" },
  {
    names: "gluten, wheat",
    members:
      "gluten, wheat, flour, bread, breadcrumb, panko, pasta, spaghetti, penne, tagliatelle, lasagne, macaroni, couscous, bulgur, semolina, seitan, barley, rye, spelt, udon, ramen, crouton, baguette, ciabatta, sourdough, naan, beer, puff pastry, filo",
    notAfter:
      "rice corn almond coconut chickpea gram buckwheat oat tapioca potato sorghum teff millet quinoa cassava lentil bean maize hazelnut root ginger nut banana",
    notBefore: "fruit bin",
  },
  { names: "eggs", members: EGGS, notAfter: "flax chia easter vegan", notBefore: "cup cups timer plant hunt shaped" },
  {
    names: "meat, flesh",
    members: `${OTHER_MEAT}, ${PORK}, ${BEEF}, ${POULTRY}`,
    notAfter: NOT_MEAT,
    notBefore: NOT_BEFORE_MEAT,
  },
  { names: "red meat", members: `red meat, lamb!, veal, venison, mutton, ${PORK}, ${BEEF}`, notAfter: NOT_MEAT },
  { names: "pork", members: PORK, notAfter: `${NOT_MEAT} turkey beef` },
  { names: "beef", members: BEEF, notAfter: `${NOT_MEAT} pork ham gammon`, notBefore: "tomato tomatoes" },
  { names: "poultry", members: POULTRY, notAfter: NOT_MEAT, notBefore: NOT_BEFORE_MEAT },
  {
    names: "alcohol, alcoholic drinks, booze",
    members:
      "alcohol, booze, wine, beer, whisky, whiskey, vodka, gin, rum, brandy, cognac, tequila, champagne, prosecco, cider, liqueur, sherry, vermouth, lager, cocktail, margarita, mojito, martini, bourbon, amaretto, sangria, schnapps",
    notAfter: "root ginger alcoholic fruit prawn shrimp crab apple rubbing isopropyl denatured virgin",
    notBefore: "vinegar glass glasses rack cellar gum gums red wipe wipes swab swabs",
  },
  {
    names: "soy, soya, soybeans",
    members: "soy, soya, tofu, tempeh, edamame, miso, tamari, soybean",
    notBefore: "candle",
  },
  { names: "sesame", members: "sesame, tahini, hummus, houmous, halva", notBefore: "street" },
  { names: "celery", members: "celery, celeriac" },
  { names: "mustard", members: "mustard, dijon", notBefore: "yellow coloured colored gas" },
  { names: "lupin, lupins", members: "lupin, lupin flour" },
  { names: "sulphites, sulfites", members: "sulphite, sulfite, wine, dried apricot", notBefore: "glass glasses rack" },
  { names: "honey", members: HONEY },
];

/** Each with the kinds that who keeps it does not eat. */
const DIETS: ReadonlyMap<string, string> = new Map([
  ["vegan", "meat, seafood, dairy, eggs, honey"],
  ["plant based", "meat, seafood, dairy, eggs, honey"],
  ["vegetarian", "meat, seafood"],
  ["veggie", "meat, seafood"],
  ["pescatarian", "meat"],
  ["pescetarian", "meat"],
  ["coeliac", "gluten"],
  ["celiac", "gluten"],
  ["lactose intolerant", "lactose"],
  ["gluten intolerant", "gluten"],
  ["teetotal", "alcohol"],
  ["teetotaller", "alcohol"],
  ["sober", "alcohol"],
  ["halal", "pork, alcohol"],
  ["kosher", "pork, shellfish"],
]);

/** Right before or after any food these say that it is none, or not that one. */
const NEVER_AFTER = "vegan veggie vegetarian based mock faux free no";
const NEVER_BEFORE = "free substitute substitutes alternative alternatives replacer replacement style allergy";

const KINDS = kindsByName();

function kindsByName(): ReadonlyMap<string, FoodKind> {
  const kinds = new Map<string, FoodKind>();
  for (const { names, members, notAfter = "", notBefore = "" } of ENTRIES) {
    const kind: FoodKind = {
      members: list(members).flatMap(formsOf),
      notAfter: new Set(`${NEVER_AFTER} ${notAfter}`.trim().split(" ")),
      notBefore: new Set(`${NEVER_BEFORE} ${notBefore}`.trim().split(" ")),
    };
    for (const name of list(names)) for (const form of formsOf(singular(name))) kinds.set(form.join(" "), kind);
    for (const name of list(names)) kinds.set(name, kind);
  }
  return kinds;
}

function list(text: string): string[] {
  return text.split(", ").filter((each) => each !== "");
}

function formsOf(member: string): FoodName[] {
  if (member.endsWith("!")) return [member.slice(0, -1).split(" ")];
  const words = member.split(" ");
  const last = words.at(-1)!;
  const plural = last.endsWith("y") && !/[aeiou]y$/.test(last) ? `${last.slice(0, -1)}ies` : `${last}s`;
  return [
    words,
    [...words.slice(0, -1), plural],
    ...(/(?:ch|sh|o|s)$/.test(last) ? [[...words.slice(0, -1), `${last}es`]] : []),
  ];
}

function singular(name: string): string {
  return name.replace(/ies$/, "y").replace(/(?<=[^su])s$/, "");
}

/** Of each food the first kind that has it. */
const KIND_OF_MEMBER = kindsByMember();

function kindsByMember(): ReadonlyMap<string, FoodKind> {
  const kinds = new Map<string, FoodKind>();
  for (const kind of KINDS.values()) {
    for (const words of kind.members) {
      const name = words.join(" ");
      if (!kinds.has(name)) kinds.set(name, kind);
    }
  }
  return kinds;
}

/** The kind of a name, or a kind of one food that is a member of some kind; null: no food that is known. */
export function foodKind(name: string): FoodKind | null {
  const kind = KINDS.get(name);
  if (kind !== undefined) return kind;
  const whole = KIND_OF_MEMBER.get(name);
  return whole === undefined ? null : { ...whole, members: [...new Set([name, singular(name)])].flatMap(formsOf) };
}

/** What who keeps the diet does not eat; none for what is no diet. */
export function kindsOfDiet(diet: string): FoodKind[] {
  return list(DIETS.get(diet) ?? "").map((name) => KINDS.get(name)!);
}

/** The names of diets as alternatives of an expression: "gluten free" is "gluten-free" too. */
export const DIET_NAMES: string = [...DIETS.keys()].map((name) => name.replace(/[- ]/, "[- ]")).join("|");
