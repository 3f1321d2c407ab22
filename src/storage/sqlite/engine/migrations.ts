// Every migration, in order, inside the executable. A released one is never edited: its checksum is in the data.
import initial from "./migrations/0001-initial.sql" with { type: "text" };
import learning from "./migrations/0002-learning.sql" with { type: "text" };
import words from "./migrations/0003-words.sql" with { type: "text" };
import plans from "./migrations/0004-plans.sql" with { type: "text" };
import models from "./migrations/0005-models.sql" with { type: "text" };
import audit from "./migrations/0006-audit.sql" with { type: "text" };
import ids from "./migrations/0007-ids.sql" with { type: "text" };
import boundCores from "./migrations/0008-bound-cores.sql" with { type: "text" };
import replacedLessons from "./migrations/0009-replaced-lessons.sql" with { type: "text" };
import sessions from "./migrations/0010-sessions.sql" with { type: "text" };
import taught from "./migrations/0011-taught.sql" with { type: "text" };
import accountsEnd from "./migrations/0012-accounts-end.sql" with { type: "text" };
import auditBackups from "./migrations/0013-audit-backups.sql" with { type: "text" };
import metadata from "./migrations/0014-metadata.sql" with { type: "text" };

export interface Migration {
  /** 1, 2, 3 … without gaps; the data's schema version is the last one applied. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: "initial", sql: initial },
  { version: 2, name: "learning", sql: learning },
  { version: 3, name: "words", sql: words },
  { version: 4, name: "plans", sql: plans },
  { version: 5, name: "models", sql: models },
  { version: 6, name: "audit", sql: audit },
  { version: 7, name: "ids", sql: ids },
  { version: 8, name: "bound-cores", sql: boundCores },
  { version: 9, name: "replaced-lessons", sql: replacedLessons },
  { version: 10, name: "sessions", sql: sessions },
  { version: 11, name: "taught", sql: taught },
  { version: 12, name: "accounts-end", sql: accountsEnd },
  { version: 13, name: "audit-backups", sql: auditBackups },
  { version: 14, name: "metadata", sql: metadata },
];
