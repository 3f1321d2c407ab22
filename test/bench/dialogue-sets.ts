// Reads the dialogues of this project: conversations with an assistant, and questions with the turns that answer them.
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

export const DIALOGUES_FOLDER = join(import.meta.dir, "dialogues");

export interface DialogueTurn {
  /** Of the conversation alone. */
  readonly key: string;
  readonly session: string;
  /** ISO 8601. */
  readonly occurred_at: string;
  readonly input: string;
  readonly answer: string;
}

export interface DialogueQuestion {
  readonly text: string;
  /** Two letters. */
  readonly language: string;
  /** Keys of turns, at least one. */
  readonly evidence: readonly string[];
  /** The turn that says what was so before; absent where nothing changed. */
  readonly older?: string;
  /** What it asks for: a fact, a number, a time, …; absent where `words` are. */
  readonly kind?: string;
  /** The words that answer it, as they stand in the evidence: a brief that holds them all answers it. */
  readonly words?: readonly string[];
}

export interface Dialogue {
  readonly user: string;
  readonly turns: readonly DialogueTurn[];
  readonly questions: readonly DialogueQuestion[];
}

export interface DialogueSet {
  readonly name: string;
  readonly language: string;
  readonly conversations: readonly Dialogue[];
}

const text = Type.String({ minLength: 1 });
const File = Type.Object({
  about: text,
  language: text,
  conversations: Type.Array(
    Type.Object({
      user: text,
      turns: Type.Array(
        Type.Object({
          key: text,
          session: text,
          occurred_at: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$" }),
          input: text,
          answer: text,
        }),
        { minItems: 1 },
      ),
      questions: Type.Array(
        Type.Object({
          text,
          language: text,
          evidence: Type.Array(text, { minItems: 1, uniqueItems: true }),
          older: Type.Optional(text),
          kind: Type.Optional(text),
          words: Type.Optional(Type.Array(text, { minItems: 1, uniqueItems: true })),
        }),
      ),
    }),
    { minItems: 1 },
  ),
});

/** The names of all sets of a folder, in order. */
export function dialogueNames(folder: string): string[] {
  return [...new Bun.Glob("*.json").scanSync(folder)].map((file) => file.replace(/\.json$/, "")).sort();
}

/** Throws where the file is not of this shape, or a question names a turn that is not there. */
export async function readDialogues(folder: string, name: string): Promise<DialogueSet> {
  const path = join(folder, `${name}.json`);
  const json: unknown = await Bun.file(path).json();
  const error = Value.Errors(File, json).First();
  if (error !== undefined) throw new Error(`${path}: ${error.path} ${error.message}`);
  const { language, conversations } = json as DialogueSet;
  for (const { user, turns, questions } of conversations) {
    const keys = new Set(turns.map(({ key }) => key));
    if (keys.size < turns.length) throw new Error(`${path}, ${user}: two turns have the same key.`);
    const unknown = questions
      .flatMap(({ evidence, older }) => [...evidence, ...(older === undefined ? [] : [older])])
      .find((key) => !keys.has(key));
    if (unknown !== undefined) throw new Error(`${path}, ${user}: there is no turn ${unknown}.`);
    for (const { text, evidence, words = [] } of questions) {
      const said = turns.filter(({ key }) => evidence.includes(key)).map(({ input, answer }) => `${input}\n${answer}`);
      const missing = words.find((each) => !said.some((turn) => turn.includes(each)));
      if (missing !== undefined) throw new Error(`${path}, ${user}: no evidence of "${text}" says "${missing}".`);
    }
  }
  return { name, language, conversations };
}
