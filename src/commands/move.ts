// What the command move does: opens both sides, and has the data moved.
import { readFileSync } from "node:fs";
import { type AskedMove, isDatabaseUrl, type MoveContext, type MovedData } from "../cli/move.ts";
import type { WorkProgress } from "../domain/ports/data-files.ts";
import { auditKeysIn } from "../storage/files/audit-keys.ts";
import { readReasonOf } from "../storage/files/data-directory.ts";
import type { DataSide, TargetSide } from "../storage/moving/data-sides.ts";
import { moveData } from "../storage/moving/move-data.ts";
import { useSqliteSource, useSqliteTarget } from "../storage/moving/open-sqlite.ts";
import { usePostgresSource, usePostgresTarget } from "../storage/moving/postgres-side.ts";
import { type DatabaseAddress, DatabaseUrlError, parseDatabaseUrl } from "../storage/postgres/engine/database-url.ts";

export function createMoveCommand(): Pick<MoveContext, "move"> {
  return { move: (asked, progress) => move(asked, progress) };
}

function move({ from, to, databaseUrlFile }: AskedMove, progress: WorkProgress): Promise<MovedData> {
  const addressOf = (place: string | null) => (place === null ? addressIn(databaseUrlFile ?? "") : addressFrom(place));
  if (from !== null && !isDatabaseUrl(from)) {
    const address = addressOf(to);
    return useSqliteSource(from, (source) =>
      usePostgresTarget(address, source, (target) => moveAndTell(source, target, { dataDir: from, progress })),
    );
  }
  const address = addressOf(from);
  const dataDir = to ?? "";
  return usePostgresSource(address, (source) =>
    useSqliteTarget(dataDir, source, (target) => moveAndTell(source, target, { dataDir, progress })),
  );
}

function addressFrom(url: string): DatabaseAddress {
  const address = parseDatabaseUrl(url);
  if (address.password === "") return address;
  throw new DatabaseUrlError(
    "a URL on the command line must hold no password, which every user of the machine could see: put it in a file, and name that with --database-url-file",
  );
}

function addressIn(file: string): DatabaseAddress {
  let url: string;
  try {
    url = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new DatabaseUrlError(`the file of the database's URL cannot be read: ${file}: ${readReasonOf(error)}`);
  }
  return parseDatabaseUrl(url);
}

async function moveAndTell(
  source: DataSide,
  target: TargetSide,
  { dataDir, progress }: { dataDir: string; progress: WorkProgress },
): Promise<MovedData> {
  const named = await source.signingKey();
  const tables = await moveData(source, target, progress);
  const own = auditKeysIn(dataDir);
  const key = own === null ? "missing" : named === null || own.publicKey === named ? "same" : "other";
  return {
    ...{ from: source.place, to: target.place, data_id: source.dataId, data_dir: dataDir },
    ...{ tables, audit_key: key },
  };
}
