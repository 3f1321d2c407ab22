// Which database the settings name, if any.
import { readFileSync } from "node:fs";
import { SettingsError } from "../config/read-settings.ts";
import type { Settings } from "../config/settings.ts";
import { type DatabaseAddress, parseDatabaseUrl } from "../storage/postgres/engine/database-url.ts";

type DatabaseSettings = Pick<Settings, "database_url" | "database_url_file">;

/** null: the data is in SQLite, in the data directory. Throws SettingsError, DatabaseUrlError. */
export function databaseOf(settings: DatabaseSettings): DatabaseAddress | null {
  const { database_url: url, database_url_file: file } = settings;
  if (url !== "" && file !== "") throw new SettingsError("database_url and database_url_file must not both be set");
  const named = file === "" ? url : readUrl(file);
  return named === "" ? null : parseDatabaseUrl(named);
}

function readUrl(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new SettingsError(`the file of database_url_file cannot be read: ${file}${code}`);
  }
}
