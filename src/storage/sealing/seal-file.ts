// Seals a file so that only a key or a passphrase opens it, as a plain file of age, and opens one. In pieces: memory does
// not grow with the file.
import { createHash } from "node:crypto";
import { closeSync, fdatasyncSync, openSync, readSync, statSync } from "node:fs";
import { Decrypter, Encrypter } from "age-encryption";
import { NO_PROGRESS, type Opener, type Seal, type WorkProgress } from "../../domain/ports/data-files.ts";
import { writeAll } from "../files/durable-files.ts";
import { SealError } from "./seal-error.ts";
import { readSealedHeader } from "./sealed-header.ts";

const PIECE_BYTES = 256 * 1024;
/** Each so many bytes are on the disk before more are written: an fsync of much lets every other write wait. */
const SYNC_BYTES = 1024 * 1024;

export interface SealedFile {
  readonly bytes: number;
  /** Of the sealed file. */
  readonly sha256: string;
}

/**
 * Makes `to`, on the disk, and opens it again: what comes out is what went in. Throws SealError where it is not, and what
 * the file system throws.
 */
export async function sealFile(
  from: string,
  to: string,
  seal: Seal,
  progress: WorkProgress = NO_PROGRESS,
): Promise<SealedFile> {
  const [plain, sealed, opened] = [createHash("sha256"), createHash("sha256"), createHash("sha256")];
  const { encrypter, decrypterOfIt } = keysFor(seal);
  progress.begin("sealing", statSync(from).size);
  const source = piecesOf(from, (piece) => {
    plain.update(piece);
    progress.advance(piece.length);
  });
  await writePieces(to, await encrypter.encrypt(source), (piece) => sealed.update(piece));
  const { size } = statSync(to);
  progress.begin("opening", size);
  const again = createHash("sha256");
  const back = piecesOf(to, (piece) => {
    again.update(piece);
    progress.advance(piece.length);
  });
  for await (const piece of await decrypterOfIt().decrypt(back)) opened.update(piece);
  const sha256 = sealed.digest("hex");
  if (again.digest("hex") !== sha256 || opened.digest("hex") !== plain.digest("hex")) {
    throw new SealError("damaged", "what was read back from the disk is not what was written");
  }
  return { bytes: size, sha256 };
}

/** To seal with, and to open this one file again without the identity, which nobody has here. */
function keysFor(seal: Seal): { encrypter: Encrypter; decrypterOfIt: () => Decrypter } {
  const encrypter = new Encrypter();
  const decrypter = new Decrypter();
  if ("passphrase" in seal) {
    encrypter.setPassphrase(seal.passphrase);
    decrypter.addPassphrase(seal.passphrase);
    return { encrypter, decrypterOfIt: () => decrypter };
  }
  let ofThisFile: Uint8Array | null = null;
  for (const recipient of seal.recipients) encrypter.addRecipient(recipient);
  encrypter.addRecipient({
    wrapFileKey(fileKey) {
      ofThisFile = fileKey.slice();
      return [];
    },
  });
  decrypter.addIdentity({ unwrapFileKey: () => ofThisFile });
  return { encrypter, decrypterOfIt: () => decrypter };
}

/** Opens the header: returns what writes the content to a file of that name. Throws SealError. */
export async function openSealed(
  path: string,
  opener: Opener,
  progress: WorkProgress = NO_PROGRESS,
): Promise<(to: string) => Promise<void>> {
  const { kind } = await readSealedHeader(path);
  if (kind === "keys" && "passphrase" in opener) {
    throw new SealError("locked", "it is sealed to keys, and no passphrase opens it: name one of them with --identity");
  }
  if (kind === "passphrase" && "identities" in opener) {
    throw new SealError("locked", "it is sealed with a passphrase, and no key opens it: --passphrase-file");
  }
  const decrypter = new Decrypter();
  if ("passphrase" in opener) decrypter.addPassphrase(opener.passphrase);
  else for (const identity of opener.identities) decrypter.addIdentity(identity);
  const content = await decrypter
    .decrypt(piecesOf(path, (piece) => progress.advance(piece.length)))
    .catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      if (!why.startsWith("no identity matched")) throw new SealError("damaged", `its header does not open: ${why}`);
      throw new SealError("locked", "passphrase" in opener ? "the passphrase is wrong" : "it is sealed to other keys");
    });
  return async (to) => {
    progress.begin("opening", statSync(path).size);
    // What the library throws here has no code, unlike what the file system throws.
    await writePieces(to, content, () => {}).catch((error: unknown) => {
      if (error instanceof Error && !("code" in error)) {
        throw new SealError("damaged", `its content is not what was sealed: ${error.message}`);
      }
      throw error;
    });
  };
}

function piecesOf(path: string, onPiece: (piece: Uint8Array) => void): ReadableStream<Uint8Array> {
  const file = openSync(path, "r");
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = new Uint8Array(PIECE_BYTES);
        const read = readSync(file, piece);
        if (read === 0) {
          closeSync(file);
          controller.close();
          return;
        }
        onPiece(piece.subarray(0, read));
        controller.enqueue(piece.subarray(0, read));
      },
      cancel: () => closeSync(file),
    },
    // Nothing is read before somebody asks for it.
    { highWaterMark: 0 },
  );
}

/** A new file of mode 0600, on the disk when this returns. */
async function writePieces(to: string, content: ReadableStream<Uint8Array>, onPiece: (piece: Uint8Array) => void) {
  const out = openSync(to, "wx", 0o600);
  try {
    let waiting = 0;
    for await (const piece of content) {
      onPiece(piece);
      writeAll(out, piece);
      waiting += piece.length;
      if (waiting < SYNC_BYTES) continue;
      fdatasyncSync(out);
      waiting = 0;
    }
    fdatasyncSync(out);
  } finally {
    closeSync(out);
  }
}
