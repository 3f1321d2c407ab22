// Key pairs of age, in the form in which age-keygen writes them: the public key seals, the identity opens.
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from "age-encryption";

/** What is wrong with a public key, as a clause; null where it is one that files can be sealed to. */
export function faultOfPublicKey(key: string): string | null {
  if (key.startsWith("AGE-SECRET-KEY-")) return "is the secret part of a key: give the public one, age1…";
  try {
    new Encrypter().addRecipient(key);
    return null;
  } catch {
    return "is no public key of age, such as `memoryd backup-identity` makes: age1…";
  }
}

export interface NewIdentity {
  readonly publicKey: string;
  /** Of the file: comments, then the identity in a line of its own. */
  readonly text: string;
}

/** `now`: ms since the epoch. */
export async function makeIdentity(now: number): Promise<NewIdentity> {
  const identity = await generateIdentity();
  const publicKey = await identityToRecipient(identity);
  const lines = [`# created: ${new Date(now).toISOString()}`, `# public key: ${publicKey}`, identity];
  return { publicKey, text: `${lines.join("\n")}\n` };
}

/** The identities in the text of such a file. Throws Error, which says what is wrong with it, as a clause. */
export function identitiesIn(text: string): string[] {
  if (text.startsWith("age-encryption.org/") || text.startsWith("-----BEGIN AGE ENCRYPTED FILE-----")) {
    throw new Error("it is sealed itself: open it with `age -d` first");
  }
  const lines = text.split("\n").map((line) => line.trim());
  const identities = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (identities.length === 0) throw new Error("it holds none");
  for (const identity of identities) {
    try {
      new Decrypter().addIdentity(identity);
    } catch {
      throw new Error("a line of it is none: they begin with AGE-SECRET-KEY-1");
    }
  }
  return identities;
}
