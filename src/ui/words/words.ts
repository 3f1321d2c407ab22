// All words of the dashboard, in English. Another language is another object of this form, chosen here.
import { care } from "./care.ts";
import { common } from "./common.ts";
import { mine } from "./mine.ts";
import { overview } from "./overview.ts";
import { people } from "./people.ts";
import { rules } from "./rules.ts";
import { setup } from "./setup.ts";
import { signInWords } from "./sign-in.ts";
import { start } from "./start.ts";
import { why } from "./why.ts";

export const words = { common, signIn: signInWords, overview, people, why, rules, setup, care, mine, start } as const;
