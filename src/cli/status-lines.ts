// The screen of memoryd status: one line a subject, aligned, for somebody who has a minute.
import type { ShownDiagnosis } from "./doctor.ts";
import { printableLine } from "./printable.ts";
import { counted, inBytes } from "./progress.ts";
import type { SeenService, StatusBody } from "./seen-service.ts";

const LABEL_WIDTH = 10;
const ENDPOINTS_SHOWN = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

type Row = readonly [label: string, text: string];

/** Without control characters; `now` in ms since the epoch. */
export function statusLines(seen: SeenService, diagnosis: ShownDiagnosis | null, now: number): string[] {
  const { body } = seen;
  const rows: Row[] = [
    ...(seen.dataDir === null ? [] : [["data", seen.dataDir] as const]),
    ...(body.model === null ? [] : [["model", body.model] as const]),
    ...heldRows(body),
    ...requestRows(body.requests),
    ...workRows(body, now),
    ...placeRows(body, now),
    ...doctorRows(diagnosis),
  ];
  return [headOf(seen, now), "", ...rows.map(([label, text]) => `${label.padEnd(LABEL_WIDTH)}${text}`)].map(
    printableLine,
  );
}

function headOf({ isRunning, isReady, reason, url, body }: SeenService, now: number): string {
  if (!isRunning || body.started_at === null) return capital(reason ?? "no service runs");
  const since = `since ${body.started_at.slice(0, 16).replace("T", " ")} UTC (${duration(now - Date.parse(body.started_at))})`;
  const state = isReady ? "ready" : `NOT READY: ${reason}`;
  return `memoryd ${body.version} at ${url} is ${state}, ${since}`;
}

function heldRows({ accounts, users, turns, memories, lessons }: StatusBody): Row[] {
  if (accounts === null || users === null) return [];
  const held = `${counted(memories ?? 0, "turn", "turns")} and ${counted(lessons ?? 0, "lesson", "lessons")}`;
  return [
    ["accounts", `${accounts.toLocaleString("en-US")}, with ${counted(users, "user", "users")}`],
    ["memory", `${held}; ${counted(turns ?? 0, "turn", "turns")} recorded ever`],
  ];
}

function requestRows(requests: StatusBody["requests"]): Row[] {
  if (requests === null) return [];
  const { seconds, endpoints } = requests;
  const span = seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  if (endpoints.length === 0) return [["requests", `none in the last ${span}`]];
  const cells = [
    [`in the last ${span}`, "count", "p50", "p95", "4xx", "5xx"],
    ...endpoints
      .slice(0, ENDPOINTS_SHOWN)
      .map(({ endpoint, count, p50_ms, p95_ms, refused, failed }) => [
        endpoint,
        count.toLocaleString("en-US"),
        inMs(p50_ms),
        inMs(p95_ms),
        String(refused),
        String(failed),
      ]),
  ];
  const more = endpoints.length - ENDPOINTS_SHOWN;
  const lines = [...aligned(cells), ...(more > 0 ? [`and ${counted(more, "endpoint", "endpoints")} more`] : [])];
  return lines.map((line, at) => [at === 0 ? "requests" : "", line]);
}

/** The first column to the left, the others to the right. */
function aligned(cells: readonly (readonly string[])[]): string[] {
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
}

function workRows({ backlog, last_pass: pass, last_backup: backup, accounts }: StatusBody, now: number): Row[] {
  if (accounts === null) return [];
  const waits =
    backlog === null
      ? []
      : [
          ...(backlog.embeddings > 0 ? [counted(backlog.embeddings, "embedding", "embeddings")] : []),
          ...(backlog.reembedding === null
            ? []
            : [`embedding anew, ${backlog.reembedding.done} of ${backlog.reembedding.total} done`]),
          ...(backlog.brains_to_learn > 0
            ? [`${counted(backlog.brains_to_learn, "brain", "brains")} with turns for the next learning pass`]
            : []),
        ];
  const learned = pass === null ? "" : `${pass.status}, ${counted(pass.lessons, "lesson", "lessons")} made`;
  return [
    ["backlog", waits.length === 0 ? "nothing waits" : waits.join("; ")],
    ["learning", pass === null ? "no pass yet" : `last pass ${ago(pass.at, now)}: ${learned}`],
    ["backup", backupText(backup, now)],
  ];
}

function backupText(backup: StatusBody["last_backup"], now: number): string {
  if (backup === null) return "none was made, and none is scheduled";
  const last = backup.at === null ? "there is none yet" : `the last is of ${ago(backup.at, now)}`;
  return backup.ok === false ? `THE LAST ATTEMPT FAILED; ${last}` : last;
}

function databaseRows(database: StatusBody["database"]): Row[] {
  if (database === null) return [];
  const { version, role, durable, bytes, connections, connections_max: most, standbys } = database;
  const { synchronous_standbys: waited, lag_bytes: bytesBehind, lag_seconds: behind } = database;
  const seen = `${waited} waited for, ${inBytes(bytesBehind ?? 0)} and ${duration((behind ?? 0) * 1_000)} behind`;
  const unseen = "and the role may not see how far";
  const follows = `${counted(standbys, "standby", "standbys")}, ${waited === null ? unseen : seen}`;
  const unsafe = durable ? "" : "; A CRASH OF ITS MACHINE LOSES WHAT WAS ACKNOWLEDGED";
  return [
    ["database", `PostgreSQL ${version}, ${role}, ${inBytes(bytes)}; ${connections} of ${most} connections`],
    ["", `${standbys === 0 ? "no standby follows it" : follows}${unsafe}`],
  ];
}

function placeRows({ disk, database, certificate_ends_at: ends }: StatusBody, now: number): Row[] {
  const place: Row[] =
    disk === null
      ? databaseRows(database)
      : [["disk", `${inBytes(disk.free_bytes)} free; the data has ${inBytes(disk.database_bytes + disk.wal_bytes)}`]];
  if (ends === null) return place;
  const days = Math.floor((Date.parse(ends) - now) / DAY_MS);
  const left = days < 0 ? `HAS ENDED on ${ends.slice(0, 10)}` : `ends in ${counted(days, "day", "days")}`;
  return [...place, ["TLS", `the certificate ${left}`]];
}

function doctorRows(diagnosis: ShownDiagnosis | null): Row[] {
  if (diagnosis === null) return [["doctor", "not asked: run `memoryd doctor` on that machine"]];
  const told = diagnosis.findings.filter(({ level }) => level !== "note");
  if (told.length === 0) return [["doctor", "nothing to mend"]];
  return told.flatMap(({ level, code, what, fix }, at): Row[] => [
    [at === 0 ? "doctor" : "", `${level} ${code}: ${what}`],
    ["", `  fix: ${fix}`],
  ]);
}

function inMs(ms: number): string {
  return ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1_000)} s`;
}

function ago(time: string, now: number): string {
  return `${duration(now - Date.parse(time))} ago`;
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
