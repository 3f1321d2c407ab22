// Rules of every kind, with answers that break them and answers that only look as if they did.
export interface BanExample {
  readonly rule: string;
  readonly breaks: readonly string[];
  readonly keeps: readonly string[];
}

const NUTS = "Remember that the user is allergic to nuts.";

/** Words, phrases, topics, people, forms of address. */
export const WORD_EXAMPLES: readonly BanExample[] = [
  {
    rule: "The user asks: “dont use the word journey. ever.”",
    breaks: ["What a journey it has been!", "All journeys end."],
    keeps: ["What a trip it has been!", "OK, I won't use the word journey.", "A journeyman does that."],
  },
  {
    rule: "The user asks: “please dont ever say the word journey again”",
    breaks: ["A long journey."],
    keeps: ["A trip."],
  },
  { rule: "The user asks: “never ever use the word journey pls”", breaks: ["Your journey starts."], keeps: ["Go on."] },
  { rule: "The user asks: “i never want to hear the word journey again”", breaks: ["A journey."], keeps: ["A trip."] },
  { rule: "The user asks: “stop using the words delve and tapestry”", breaks: ["A rich tapestry."], keeps: ["Rich."] },
  {
    rule: "The user asks: “stop saying 'absolutely'”",
    breaks: ["Absolutely, here it is."],
    keeps: ["Sure, here it is."],
  },
  { rule: "Do not say sorry to the user.", breaks: [], keeps: ["Tell your sister that you are sorry."] },
  { rule: "The word journey is banned.", breaks: ["A journey."], keeps: ["A trip."] },
  { rule: "The user asks: “no word journey please, its so overused”", breaks: ["The journey."], keeps: ["The trip."] },
  {
    rule: "The user says: “i dont know the word journey in french”",
    breaks: [],
    keeps: ["Journey is voyage or trajet."],
  },
  { rule: "The user says: “i dont know what to cook”", breaks: [], keeps: ["You know how to cook rice."] },
  {
    rule: "Never mention the user's ex Maya.",
    breaks: ["Maya would love that.", "Your ex may be there.", "Is it like Maya's flat?"],
    keeps: ["I will not mention Maya.", "The next exit is yours.", "Mayan temples are in Mexico."],
  },
  { rule: "The user asks: “dont bring up my ex maya”", breaks: ["Maya would love that."], keeps: ["That is lovely."] },
  {
    rule: "The user asks: “My ex is called Maya. Please dont mention her.”",
    breaks: ["Ask Maya."],
    keeps: ["Ask her."],
  },
  {
    rule: "Never mention the user's brother Mark.",
    breaks: ["Ask Mark about it."],
    keeps: ["Mark the page and go on.", "Your brother Tom may know."],
  },
  { rule: "Never mention the divorce or the flat.", breaks: ["After the divorce you moved."], keeps: ["You moved."] },
  {
    rule: "Call the user Jo, not Joanna.",
    breaks: [
      "Hi Joanna, sure.",
      "Sure, Joanna!",
      "Joanna, here it is.",
      "Here it is, Joanna.",
      "Hello Joanna\nHere it is.",
    ],
    keeps: [
      "Hi Jo, sure.",
      "The guests are Tom, Joanna and Ben.",
      "Guests: Tom, Ben, Joanna.",
      "Joanna, Tom and Ben are coming.",
      "- Joanna\n- Tom",
      "Your aunt Joanna called.",
      "The play is by Joanna Murray.",
    ],
  },
  { rule: "The user's name is Jo, never Joanna.", breaks: ["Dear Joanna, hello."], keeps: ["Dear Jo, hello."] },
  { rule: "The user asks: “call me jo instead of joanna”", breaks: ["Hey Joanna!"], keeps: ["Hey Jo!"] },
  {
    rule: "Do not call the user Mr. Smith.",
    breaks: ["Hello Mr. Smith, welcome."],
    keeps: ["Hello, Mr Jones called."],
  },
  { rule: "Call the user Jo, not by full name.", breaks: [], keeps: ["Hi Jo, by full name you are Joanna."] },
];

/** How answers look, and their units. */
export const FORM_EXAMPLES: readonly BanExample[] = [
  {
    rule: "The user asks: “no headings and no bold”",
    breaks: ["## Plan\nGo.", "Do it **today** please.", "## Plan **Bold** text"],
    keeps: ["Go today.", "```py\n# a comment\nf(**kwargs)\n```", "In Python 2**3 is 8 and 2**4 is 16."],
  },
  {
    rule: "The user asks: “no headings or bold please”",
    breaks: ["# Plan", "Go **now**."],
    keeps: ["Go now.", "- tea"],
  },
  {
    rule: "The user asks: “no emojis, no lists”",
    breaks: ["- tea", "Tea \u{1f600}"],
    keeps: ["## Tea", "Tea - and milk."],
  },
  {
    rule: "Never use lists, tables, or emojis.",
    breaks: ["| a |", "1. tea\n2. milk", "\u{1f600}"],
    keeps: ["**tea**"],
  },
  { rule: "The user asks: “short answers, no markdown”", breaks: ["**Tea**"], keeps: ["Tea."] },
  { rule: "Write without headings or bold text.", breaks: ["# Tea", "**Tea**"], keeps: ["Tea."] },
  {
    rule: "The user asks: “skip the emojis and drop the bullet points”",
    breaks: ["- tea", "\u{1f600}"],
    keeps: ["Tea."],
  },
  { rule: "The user asks: “i dont want any emojis”", breaks: ["\u{1f600}"], keeps: ["Tea."] },
  { rule: "The user asks: “dont use emojis and keep answers short”", breaks: ["\u{1f600}"], keeps: ["- tea"] },
  { rule: "The user asks: “no emojis, use lists”", breaks: ["\u{1f600}"], keeps: ["- tea"] },
  { rule: "Emojis are banned.", breaks: ["\u{1f600}"], keeps: ["Tea."] },
  { rule: "No lists or headings in mails to the user's boss.", breaks: [], keeps: ["- tea", "# tea"] },
  { rule: "When the user asks for a poem, use no lists.", breaks: [], keeps: ["- tea"] },
  { rule: "In emails, no emojis.", breaks: [], keeps: ["\u{1f600}"] },
  { rule: "Never answer without a list.", breaks: [], keeps: ["- tea"] },
  { rule: "Do not skip the headings.", breaks: [], keeps: ["# tea"] },
  { rule: "If there are no headings, add some.", breaks: [], keeps: ["# tea"] },
  { rule: "No more than three bullet points.", breaks: [], keeps: ["- tea"] },
  {
    rule: "Use metric units.",
    breaks: [
      "Run 5 miles on Sunday.",
      "A 26.2-mile race.",
      "It will be 75 °F.",
      "Add 8 oz flour.",
      "Buy 2 pounds of rice.",
    ],
    keeps: [
      "Run 8 km on Sunday.",
      "Run 8 km (5 miles) on Sunday.",
      "It costs 20 pounds.",
      "Go the extra mile.",
      "Two cups of tea.",
    ],
  },
  {
    rule: "The user asks: “in km not miles”",
    breaks: ["Run 5 miles on Sunday."],
    keeps: ["Run 8 km.", "5 miles is 8 km."],
  },
  {
    rule: "Give distances in km instead of miles.",
    breaks: ["Run five miles."],
    keeps: ["Run 8 km.", "Add 8 oz flour."],
  },
  {
    rule: "Remember that the user prefers the metric system.",
    breaks: ["It is 6 feet long."],
    keeps: ["It is 2 m long."],
  },
  {
    rule: "The user asks: “kilometres please, i dont understand miles”",
    breaks: ["It is 3 miles."],
    keeps: ["It is 5 km."],
  },
  { rule: "Avoid imperial units.", breaks: ["It is 3 inches long."], keeps: ["It is 8 cm long."] },
  {
    rule: "Give temperatures in Celsius.",
    breaks: ["It will be 75 °F.", "Bake at 350F."],
    keeps: ["It will be 24 °C (75 °F).", "It is 5 miles away."],
  },
  {
    rule: "Give temperatures in Celsius.",
    breaks: ["It will be 75 degrees Fahrenheit."],
    keeps: ["Below 0 °C it snows.", "See figure 3 F."],
  },
  { rule: "The user asks: “celsius not fahrenheit”", breaks: ["It is 80 degrees F."], keeps: ["It is 27 degrees."] },
  {
    rule: "Use imperial units.",
    breaks: ["It is 5 km away."],
    keeps: ["It is 3 miles away.", "It is 5 km (3 miles) away."],
  },
  {
    rule: "Give prices in euros.",
    breaks: ["It costs $20.", "It costs 20 dollars."],
    keeps: ["It costs €18 ($20).", "It costs 18 euros.", "It is free."],
  },
  {
    rule: "The user asks: “gib preise bitte immer in euro”",
    breaks: ["Es kostet 20 dollars."],
    keeps: ["Es kostet 20 €."],
  },
  { rule: "The user asks: “bitte kilometer statt meilen”", breaks: ["Das sind 5 Meilen."], keeps: ["Das sind 8 km."] },
  { rule: "Use miles when the user asks about England.", breaks: [], keeps: ["It is 5 km away."] },
  { rule: "Convert miles to km.", breaks: [], keeps: ["It is 5 miles."] },
  { rule: "The user runs 5 km a day.", breaks: [], keeps: ["Run 5 miles."] },
  { rule: "Never use metric units.", breaks: ["It is 5 km."], keeps: ["It is 3 miles."] },
];

/** Foods, allergies, diets, proposals. */
export const FOOD_EXAMPLES: readonly BanExample[] = [
  {
    rule: "Never put nuts in a recipe.",
    breaks: ["Fold in 50 g nuts.", "Top with chopped walnuts.", "Add a handful of almonds."],
    keeps: [
      "Add a pinch of nutmeg.",
      "Use coconut.",
      "Fix it with two nuts and bolts: add a washer.",
      "Nuts grow on trees.",
    ],
  },
  {
    rule: "Do not cook with alcohol.",
    breaks: ["Add a glass of white wine."],
    keeps: ["Add wine vinegar.", "Use alcohol-free beer."],
  },
  {
    rule: "No meat in recipes.",
    breaks: ["Fry the bacon.", "Serve with beef."],
    keeps: ["Use vegan sausages.", "Fry the kidney beans.", "Add beef tomatoes."],
  },
  {
    rule: "The user asks: “recipes with no fish or eggs please”",
    breaks: ["Add the tuna.", "Whisk 2 eggs."],
    keeps: ["Roast the eggplant."],
  },
  { rule: "Never put raisins in a recipe.", breaks: ["Stir in the raisins."], keeps: ["Stir in the dates."] },
  {
    rule: "Never add sugar to the user's coffee.",
    breaks: ["Add sugar to the coffee."],
    keeps: ["Add 50 g sugar to the cake."],
  },
  { rule: "Never put the user's name in emails.", breaks: [], keeps: ["Use your name on the form."] },
  {
    rule: "Never suggest seafood.",
    breaks: ["How about prawns?", "Try the grilled salmon."],
    keeps: ["Try oyster mushrooms.", "How about a fish tank?"],
  },
  { rule: "Only suggest nut-free recipes.", breaks: ["Fold in the almonds."], keeps: ["Fold in the raisins."] },
  {
    rule: NUTS,
    breaks: [
      "Stir in 50 g almonds and serve.",
      "How about pistachio ice cream?",
      "Use almond milk.",
      "Spread peanut butter on it.",
    ],
    keeps: [
      "Use an almond-free paste.",
      "Take peanut-free chocolate.",
      "Almonds have 21 g of protein per 100 g.",
      "Use sunflower seeds instead of almonds.",
      "Leave out the walnuts.",
      "Many cakes of this kind hold walnuts.",
      "Add a doughnut and butternut squash.",
      "Do not add almonds.",
    ],
  },
  {
    rule: "The user is allergic to nuts.",
    breaks: ["Stir in 50 g almonds and serve."],
    keeps: ["Stir in 50 g oats and serve."],
  },
  { rule: "The user has a tree nut allergy.", breaks: ["Add cashews."], keeps: ["Add peanuts."] },
  {
    rule: "The user is allergic to shellfish.",
    breaks: ["Toss in the prawns."],
    keeps: ["Serve with salmon.", "Fry the oyster mushrooms."],
  },
  {
    rule: "The user is allergic to dairy.",
    breaks: ["Add 200 ml milk.", "Top with grated parmesan.", "Stir in the cream."],
    keeps: [
      "Add coconut milk.",
      "Stir in oat cream.",
      "Use dairy-free cheese.",
      "Add butter beans.",
      "Spread peanut butter on it.",
      "Add the cream of tartar substitute.",
    ],
  },
  {
    rule: "The user says: “i'm lactose intolerant”",
    breaks: ["Pour in the milk."],
    keeps: ["Pour in the oat milk.", "Add parmesan."],
  },
  {
    rule: "The user has coeliac disease and is allergic to gluten.",
    breaks: ["Boil the pasta."],
    keeps: ["Boil the rice pasta.", "Use almond flour."],
  },
  {
    rule: "The user is allergic to eggs.",
    breaks: ["Whisk 3 eggs.", "Add mayonnaise."],
    keeps: ["Roast the eggplant.", "Use a flax egg.", "Hide the easter eggs: try the garden."],
  },
  { rule: "The user is not allergic to nuts.", breaks: [], keeps: ["Add almonds.", "Add nuts."] },
  { rule: "The user is allergic to nuts but not peanuts.", breaks: ["Add walnuts."], keeps: [] },
  {
    rule: "The user is vegan.",
    breaks: ["Add the cheese.", "Whisk 2 eggs.", "Fry the chicken.", "Drizzle with honey."],
    keeps: ["Add tofu.", "Use vegan butter.", "Try Turkey in May.", "You could watch the ducks."],
  },
  {
    rule: "The user says: “ive been vegetarian for years”",
    breaks: ["Fry the bacon.", "Serve the cod."],
    keeps: ["Add the cheese."],
  },
  {
    rule: "Remember that the user is vegetarian.",
    breaks: ["Cook 300 g chicken.", "How about tuna salad?"],
    keeps: ["You could keep chickens.", "Try a cauliflower steak."],
  },
  { rule: "The user is vegetarian but eats fish.", breaks: [], keeps: ["Serve the cod."] },
  { rule: "The user is not vegetarian anymore.", breaks: [], keeps: ["Fry the bacon."] },
  { rule: "The user's sister is vegan.", breaks: [], keeps: ["Fry the bacon."] },
  { rule: "The user is a vegan chef.", breaks: [], keeps: ["Fry the bacon."] },
  { rule: "The user likes vegan food.", breaks: [], keeps: ["Fry the bacon."] },
  { rule: "Keep recipes vegetarian.", breaks: ["Fry the bacon."], keeps: ["Fry the onions."] },
  {
    rule: "Remember that the user does not eat pork.",
    breaks: ["Add the bacon."],
    keeps: ["Use turkey bacon.", "Add the beef."],
  },
  {
    rule: "The user says: “i dont eat meat or fish”",
    breaks: ["Add the beef.", "Add the tuna."],
    keeps: ["Add the beans."],
  },
  { rule: "The user cannot have dairy.", breaks: ["Add the butter."], keeps: ["Add the oil."] },
  { rule: "The user does not eat meat on Fridays.", breaks: [], keeps: ["Add the beef."] },
  {
    rule: "The user does not drink.",
    breaks: ["How about a glass of wine?"],
    keeps: ["Add wine vinegar.", "Drink water."],
  },
  {
    rule: "The user asks: “dont suggest porridge anymore”",
    breaks: ["How about porridge with berries?", "Breakfast: porridge with berries."],
    keeps: ["How about toast instead of porridge?", "Porridge is from Scotland."],
  },
  {
    rule: "The user asks: “i've gone off porridge, dont suggest it anymore”",
    breaks: ["How about porridge with berries?"],
    keeps: ["I suggest toast.", "How about toast?"],
  },
  {
    rule: "The user asks: “porridge makes me ill so please never suggest it again”",
    breaks: ["Try porridge."],
    keeps: ["I suggest toast."],
  },
  {
    rule: "The user asks: “im sick of pasta. dont recommend it”",
    breaks: ["Try pasta."],
    keeps: ["I recommend rice."],
  },
  { rule: "The user asks: “dont suggest it anymore”", breaks: [], keeps: ["I suggest toast."] },
  { rule: "Never suggest porridge or muesli.", breaks: ["Try muesli."], keeps: ["Try toast."] },
  { rule: "Never suggest red or white wine.", breaks: [], keeps: ["Try the red bus."] },
  {
    rule: "The user asks: “no dishes that need an oven”",
    breaks: ["Roast the hake in the oven for 20 minutes."],
    keeps: [
      "Fry the hake on the stove.",
      "Take the oven gloves.",
      "No oven is needed: fry it.",
      "Fry it in a pan or in the oven.",
    ],
  },
  { rule: "The user does not have an oven.", breaks: ["Bake it in a hot oven."], keeps: ["Use a Dutch oven."] },
];
