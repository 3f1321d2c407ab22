// Deletes an account in a process of its own, which kills itself on the way:
//   bun account-kill.ts DATA_DIR ACCOUNT uncommitted|committed
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { openDrizzle, openWriter } from "../../../src/storage/sqlite/engine/open-database.ts";
import { removeAccount } from "../../../src/storage/sqlite/writes/write-accounts.ts";

const [, , dataDir = "", account = "", step = ""] = process.argv;
const db = openWriter(databasePath(dataDir));
// So few pages that what is erased reaches the log long before the end of the transaction.
db.run("PRAGMA cache_size = 10");
db.run("PRAGMA foreign_keys = OFF");
db.run("BEGIN IMMEDIATE");
removeAccount(openDrizzle(db), { account });
if (step === "committed") db.run("COMMIT");
process.kill(process.pid, "SIGKILL");
await new Promise(() => {});
