// A command as a setting has it: a list of arguments, which no shell reads.
import { isArguments } from "./settings.ts";

/** Empty: there is none. null: it is no such list. */
export function argumentsOf(setting: string): readonly string[] | null {
  if (setting === "") return [];
  try {
    const said: unknown = JSON.parse(setting);
    return isArguments(said) ? said : null;
  } catch {
    return null;
  }
}
