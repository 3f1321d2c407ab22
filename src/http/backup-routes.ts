// The backups of the service, and one made now, for its operator.
import { Type } from "@sinclair/typebox";
import { requireGovernor } from "../accounts/keep-accounts.ts";
import { isoTime, isoTimeOrNull } from "../base/iso-time.ts";
import type { KeptBackup, ServiceCare } from "../domain/ports/service-care.ts";
import { Count, Instant, Nullable, OneOf } from "./fields.ts";
import { type Route, route } from "./route.ts";
import { LastBackup } from "./status-models.ts";

const BackupMaker = OneOf(
  "BackupMaker",
  ["schedule", "hand"] as const,
  "`schedule`: the service by itself; `hand`: somebody, by a request or the command.",
);

const Backup = Type.Object(
  {
    name: Type.String({ description: "Of the file.", examples: ["memoryd-20260131T023000Z.backup"] }),
    made_at: Instant("When it was made, to the second."),
    bytes: Count("Size of the file."),
    sealed: Type.Boolean({ description: "Whether only a key or a passphrase opens it." }),
    by: Nullable(BackupMaker, "Who had it made; null: the audit does not tell."),
  },
  { title: "Backup", description: "A backup in the folder of the settings." },
);

const BackupList = Type.Object(
  {
    items: Type.Array(Backup, { description: "The backups in the folder, newest first." }),
    directory_set: Type.Boolean({
      description:
        "Whether the settings say where backups go: `backup_dir`, or a schedule, whose folder has a default.",
    }),
    directory: Nullable(Type.String(), "That folder, as the service's machine names it; null: none is set."),
    data_dir: Type.String({
      description: "The directory of the data: what `memoryd restore` takes as `--data-dir`, with the service stopped.",
    }),
    process_id: Count("The number of the service's process on its machine, or in its container."),
    schedule: Nullable(Type.String(), "The cron expression of `backup_cron`; null: none is scheduled."),
    last: Nullable(LastBackup, "null: none was made, and none is scheduled."),
  },
  { title: "BackupList", description: "What is backed up." },
);

export interface BackupRoutesDeps {
  readonly care: Pick<ServiceCare, "backups" | "makeBackup">;
}

const common = {
  path: "/admin/backups",
  access: "admin",
  errors: [409],
  brain: "none",
  demand: "nothing",
  counted: "work",
  tag: "Administration",
} as const;

export function backupRoutes(service: BackupRoutesDeps): Route[] {
  return [listRoute(service), makeRoute(service)];
}

function listRoute(service: BackupRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "GET",
      responses: { 200: BackupList },
      operationId: "listBackups",
      summary: "List backups",
      description:
        "For unbound admin keys of the account `default`: the backups in the folder of the settings that bear the service's names, and when one was made last, there or elsewhere. 409 `backup_failed` where the folder cannot be read.",
    },
    async ({ identity }) => {
      requireGovernor(identity, "backups are for");
      const { kept, folder, dataDir, processId, schedule, last } = await service.care.backups();
      return {
        items: (kept ?? []).map(shownBackup),
        directory_set: kept !== null,
        directory: folder,
        data_dir: dataDir,
        process_id: processId,
        schedule,
        last: last === null ? null : { at: isoTimeOrNull(last.at), ok: last.ok },
      };
    },
  );
}

function makeRoute(service: BackupRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "POST",
      responses: { 201: Backup },
      operationId: "makeBackup",
      summary: "Make a backup now",
      description:
        "For unbound admin keys of the account `default`: made as scheduled ones are, on a thread of its own: sealed to `backup_seal_to`, counted by `backup_keep`, handed to `backup_command`. Answered when it is whole and was read back. While one is under way, a second call waits for that one. 409 `backups_off` where the settings name no folder, `backup_failed` with the reason where none could be made.",
    },
    async ({ identity, silence }) => {
      requireGovernor(identity, "backups are for");
      // Much data takes minutes.
      silence.lift();
      return shownBackup(await service.care.makeBackup(identity.id).finally(silence.renew));
    },
  );
}

function shownBackup({ name, at, bytes, isSealed, by }: KeptBackup) {
  return { name, made_at: isoTime(at), bytes, sealed: isSealed, by };
}
