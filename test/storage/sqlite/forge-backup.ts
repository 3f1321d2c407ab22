// Backups as somebody makes them who knows the format: a database of their own, its hash and manifest made anew.
import { Database } from "bun:sqlite";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

type SaidManifest = Readonly<Record<string, unknown>>;

interface Signer {
  readonly publicKey: string;
  sign(text: string): string | undefined;
}

const FOOTER_BYTES = 91;

function partsOf(file: string): { database: Buffer; said: SaidManifest } {
  const bytes = readFileSync(file);
  const footer = bytes.toString("latin1", bytes.length - FOOTER_BYTES);
  const length = Number(/^memoryd-backup-1 (\d{8}) /.exec(footer)?.[1]);
  const end = bytes.length - FOOTER_BYTES;
  const said = JSON.parse(bytes.toString("utf8", end - length, end)) as SaidManifest;
  return { database: bytes.subarray(0, end - length), said };
}

/** Writes what the manifest says anew, signed by nobody or by the signer. */
export function forge(file: string, change: (said: SaidManifest) => SaidManifest, signer: Signer | null = null): void {
  const { database, said } = partsOf(file);
  const { public_key: _, signature: __, ...rest } = change(said);
  const signed = { ...rest, public_key: signer?.publicKey };
  const signature = signer?.sign(`memoryd backup manifest\n${JSON.stringify(signed)}`);
  // What is undefined, JSON leaves out.
  write(file, database, { ...signed, signature });
}

/** Does something to the database in the backup, and makes the manifest fit; signed as `forge` does it. */
export function forgeDatabase(file: string, statements: readonly string[], signer: Signer | null = null): void {
  const { database, said } = partsOf(file);
  const path = `${file}.db`;
  writeFileSync(path, database);
  const db = new Database(path);
  for (const statement of statements) db.run(statement);
  const tables = db
    .query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .values()
    .flat();
  const rows = Object.fromEntries(
    tables.map((table) => [table, db.query(`SELECT count(*) FROM "${table}"`).values().flat()[0]]),
  );
  const pages = db.query("PRAGMA page_count").values().flat()[0];
  db.close();
  const changed = readFileSync(path);
  rmSync(path);
  write(file, changed, said);
  forge(file, (old) => ({ ...old, rows, pages, database_sha256: sha256Of(changed) }), signer);
}

function write(file: string, database: Uint8Array, said: SaidManifest): void {
  const json = Buffer.from(`${JSON.stringify(said, null, 2)}\n`);
  const footer = `memoryd-backup-1 ${String(json.length).padStart(8, "0")} ${sha256Of(json)}\n`;
  writeFileSync(file, Buffer.concat([database, json, Buffer.from(footer)]));
}

function sha256Of(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}
