// Users, export, import and the numbers of the whole service, as the oracle plays them.
import { createHash } from "node:crypto";
import { NOTHING } from "./marks.ts";
import type { Operation } from "./operation.ts";
import { linesOf } from "./refresh.ts";
import type { Step } from "./step.ts";
import { Mismatch } from "./wire.ts";
import type { Brain, Key } from "./world.ts";

interface UserLine {
  readonly user: string;
  readonly brains: number;
  readonly packets: number;
  readonly lessons: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

function usersOf(step: Step): UserLine[] {
  const { account, caller } = step;
  const brains = account.within(caller.core, caller.user).filter((brain) => brain.exists && brain.user !== null);
  const names = [...new Set(brains.map(({ user }) => user ?? ""))].sort();
  return names.map((user) => {
    const own = brains.filter((brain) => brain.user === user);
    const packets = sum(own.map(({ items }) => items.size));
    return { user, brains: own.length, packets, lessons: sum(own.map(({ lessons }) => lessons.size)) };
  });
}

async function listUsers(step: Step): Promise<void> {
  const reply = await step.send("GET", "/admin/users?limit=1000", undefined, { sight: step.sightOfKey() });
  step.expect(reply, 200);
  const { items } = reply.body as { items: UserLine[] };
  const found = items.map(({ user, brains, packets, lessons }) => ({ user, brains, packets, lessons }));
  step.same("users", found, usersOf(step));
}

/** No path can hold one of dots alone. */
function pathOfUser(user: string): string {
  return /^\.\.?$/.test(user) ? `/admin/users/-?id=${user}` : `/admin/users/${encodeURIComponent(user)}`;
}

async function getUser(step: Step): Promise<void> {
  const { account, caller } = step;
  const ask = (user: string) => ["GET", pathOfUser(user)] as const;
  const foreign = step.pick(step.otherAccount()?.users.filter((user) => !account.users.includes(user)) ?? []);
  if (foreign !== undefined && caller.user === null && step.chance(0.5))
    return step.pair(foreign, `zqn${step.never("", foreign.length - 3).toLowerCase()}`, ask, [404, "user_not_found"]);
  const user = step.pick(account.users) ?? "";
  if (caller.user !== null && caller.user !== user) return step.expect(await step.send(...ask(user)), 403, "key_scope");
  const known = usersOf(step).find((each) => each.user === user);
  const reply = await step.send(...ask(user), undefined, { sight: step.sightOfKey() });
  if (known === undefined) return step.expect(reply, 404, "user_not_found");
  step.expect(reply, 200);
  const found = reply.body as UserLine;
  step.same("user", [found.brains, found.packets, found.lessons], [known.brains, known.packets, known.lessons]);
}

async function eraseUser(step: Step): Promise<void> {
  const { account, caller, world } = step;
  const ask = (user: string) => ["DELETE", pathOfUser(user)] as const;
  const foreign = step.pick(step.otherAccount()?.users.filter((user) => !account.users.includes(user)) ?? []);
  const never = foreign === undefined ? "" : `zqn${step.never("", foreign.length - 3).toLowerCase()}`;
  if (caller.user !== null && step.chance(0.5)) {
    const other = step.pick(account.users.filter((user) => user !== caller.user)) ?? "";
    return step.pair(other, `zqn${step.never("", 6)}`, ask, [403, "key_scope"]);
  }
  if (foreign !== undefined && caller.user === null && step.chance(0.5))
    return step.pair(foreign, never, ask, [404, "user_not_found"]);
  const user = caller.user ?? step.pick(account.users) ?? "";
  const held = account.within(caller.core, user).filter((brain) => brain.exists);
  const isBound = (key: Key) => key.user === user && (caller.core === null || key.core === caller.core);
  if (held.length === 0 && !account.keys.some((key) => !key.dead && isBound(key)))
    return step.expect(await step.send(...ask(user)), 404, "user_not_found");
  for (const brain of held) brain.doomed = "all";
  const reply = await step.send(...ask(user), undefined, { sight: step.sightOfKey() });
  step.expect(reply, 200);
  step.endKeys(reply, isBound);
  const { receipt } = reply.body as { receipt: UserLine };
  const packets = sum(held.map(({ items }) => items.size));
  step.same("receipt", [receipt.brains, receipt.packets], [held.length, packets]);
  step.sameLessons("receipt", receipt.lessons, held);
  for (const brain of held) {
    world.erased(brain);
    brain.exists = false;
    brain.recorded = 0;
    brain.doomed = new Set();
  }
}

async function exportMemory(step: Step): Promise<void> {
  const { account, caller } = step;
  const other = step.otherAccount();
  if (caller.core === null && other?.hasCore(other.ownSlug) === true && step.chance(0.3)) {
    const never = `zqn${step.never("", other.ownSlug.length - 3).toLowerCase()}`;
    return step.pair(other.ownSlug, never, (slug) => ["GET", `/admin/export?core=${slug}`], [404, "core_not_found"]);
  }
  const embeddings = step.chance(0.1) ? "" : "?embeddings=false";
  const reply = await step.send("GET", `/admin/export${embeddings}`, undefined, { sight: step.sightOfKey() });
  step.expect(reply, 200);
  const ids = linesOf(reply.text).flatMap(({ type, id }) => (type === "packet" || type === "lesson" ? [id] : []));
  const brains = account.within(caller.core, caller.user);
  const known = brains.flatMap(({ items, lessons }) => [...items.keys(), ...lessons.keys()]);
  step.sameSet("export", ids, known);
}

/** One brain of the account that the key reaches, and that has a core. */
function somewhere(step: Step): Brain {
  const { account, caller } = step;
  const core = caller.core ?? step.pick(["default", ...account.cores.map(({ slug }) => slug)]) ?? "default";
  const user = caller.user ?? step.pick(account.users) ?? "";
  return account.brain(core, user);
}

/** A file as an export has it, of one brain with one packet. */
function fileOf(brain: Brain, id: string, mark: string): string {
  const at = "2026-01-02T03:04:05.000Z";
  const packet = { type: "packet", id, kind: "raw", input: `The ${mark} shelf.`, answer: "Noted.", confidence: 0.5 };
  const rest = { unconfirmed_overwrite: false, cues: [], session: null, occurred_at: null, created_at: at };
  const scope = { core: brain.core, user: brain.user };
  const head = { type: "header", format: "memoryd-export", version: 1, service: "0", model: { id: "", sha256: "" } };
  const lines = [
    { ...head, account: brain.account, scope, embeddings: false },
    { type: "brain", ...scope, created_at: at, turns: 1, coherence_sum: 0, coherence_count: 0 },
    { ...packet, ...rest, input_tokens: 4, attributes: [], learned: true, learnable: false },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const sha256 = createHash("sha256").update(text).digest("hex");
  const end = { type: "end", brains: 1, packets: 1, lessons: 0, forgotten_rules: 0, sha256 };
  return `${text}${JSON.stringify(end)}\n`;
}

/** A file may name an id that another brain has: refused where the key reaches that one, else as if nobody had it. */
async function importMemory(step: Step): Promise<void> {
  const { account, caller, world } = step;
  const brain = somewhere(step);
  const other = step.otherBrain(({ items }) => items.size > 0);
  const foreign = step.pick([...(other?.items.keys() ?? [])].filter((id) => !brain.items.has(id)));
  const mark = world.markOf(brain);
  const id = foreign ?? step.never("mem_", 22);
  const raw = fileOf(brain, id, mark);
  if (account.within(caller.core, caller.user).some(({ items }) => items.has(id)))
    return step.expect(await step.send("POST", "/admin/import", undefined, { raw }), 400, "invalid_request");
  brain.unsure = true;
  const reply = await step.send("POST", "/admin/import", undefined, { raw, sight: step.sightOfKey() });
  step.expect(reply, 200);
  step.same("stored", [(reply.body as { packets: { stored: number } }).packets.stored], [1]);
  world.marks.own(id, brain.owner);
  brain.items.set(id, { mark, input: null, session: null, kind: null });
  brain.recorded = Math.max(brain.recorded, 1);
  brain.exists = true;
  brain.unsure = false;
}

async function exposition(step: Step): Promise<void> {
  const reply = await step.send("GET", "/prometheus", undefined, { sight: NOTHING });
  step.expect(reply, 200);
  if (!reply.text.includes("memoryd_turns_prepared_total"))
    throw new Mismatch("the numbers of the service are not there");
}

async function status(step: Step): Promise<void> {
  const reply = await step.send("GET", "/admin/status", undefined, { sight: NOTHING });
  step.expect(reply, 200);
  step.same(
    "the number of accounts",
    [(reply.body as { accounts: number }).accounts],
    [step.world.accounts.length + step.world.bareAccounts.size],
  );
}

async function statusHistory(step: Step): Promise<void> {
  const reply = await step.send("GET", "/admin/status/history", undefined, { sight: NOTHING });
  step.expect(reply, 200);
  step.same("that there is the minute under way", [(reply.body as { points: unknown[] }).points.length > 0], [true]);
}

/** Keys stand there by their ids, those of other accounts too: the operator's command says no less. */
async function diagnosis(step: Step): Promise<void> {
  const reply = await step.send("GET", "/admin/doctor", undefined, { sight: NOTHING });
  step.expect(reply, 200);
  if (!Array.isArray((reply.body as { findings: unknown }).findings)) throw new Mismatch("there are no findings");
}

/** The settings name no folder. */
async function listBackups(step: Step): Promise<void> {
  const reply = await step.send("GET", "/admin/backups", undefined, { sight: NOTHING });
  step.expect(reply, 200);
  step.same("backups", (reply.body as { items: string[] }).items, []);
}

async function makeBackup(step: Step): Promise<void> {
  step.expect(await step.send("POST", "/admin/backups", {}, { sight: NOTHING }), 409, "backups_off");
}

async function embedding(step: Step): Promise<void> {
  const reply = await step.send("GET", "/admin/embedding", undefined, { sight: NOTHING });
  step.expect(reply, 200);
  step.same("whether it embeds anew", [(reply.body as { reembedding: boolean }).reembedding], [false]);
}

async function checkAudit(step: Step): Promise<void> {
  const reply = await step.send("GET", "/admin/audit/check", undefined, { sight: NOTHING });
  step.expect(reply, 200);
  step.same("the chain", [(reply.body as { ok: boolean }).ok], [true]);
}

/** Made up for another account: whether that one has such an entry is not told. */
async function checkReceipt(step: Step): Promise<void> {
  const { account, caller } = step;
  const other = step.otherAccount()?.name ?? "nobody";
  const hash = "0".repeat(64);
  const receipt = {
    ...{ account: other, user: null, core: null, brains: 1, packets: 1, lessons: 0 },
    ...{ erased_at: "2026-01-02T03:04:05.000Z", sha256: hash, action: "account.deleted", target: `account:${other}` },
    ...{ data_id: "x", audit_seq: 1, audit_hash: hash },
    ...{ public_key: `MCowBQYDK2VwAyEA${"A".repeat(43)}=`, signature: `${"A".repeat(86)}==` },
  };
  const reply = await step.send("POST", "/admin/receipts/check", { receipt }, { sight: NOTHING });
  if (account.name !== "default" && caller.user === null) return step.expect(reply, 403, "key_scope");
  step.expect(reply, 200);
  step.same("the receipt", [(reply.body as { valid: boolean }).valid], [false]);
}

async function health(step: Step, path: string): Promise<void> {
  const reply = await step.send("GET", path, undefined, { sight: NOTHING });
  step.expect(reply, 200);
}

/** No page of the service sends it. */
async function signInOrOut(step: Step, method: "POST" | "DELETE"): Promise<void> {
  const body = method === "POST" ? { key: step.never("mk_live_", 8) } : undefined;
  step.expect(await step.send(method, "/ui/session", body, { sight: NOTHING }), 403, "origin_refused");
}

/** Whose key it is; one that has ended is told so. */
async function signedIn(step: Step): Promise<void> {
  const reply = await step.send("GET", "/ui/session", undefined, { sight: step.sightOfKey() });
  if (reply.status === 401) return;
  step.expect(reply, 200);
  const { session } = reply.body as { session: { account: string } | null };
  if (session !== null) step.same("whose key it is", [session.account], [step.caller.account]);
}

interface Trail {
  readonly items: readonly { readonly account?: string }[];
  readonly next_cursor: string | null;
}

/** The trail names what was erased by its id, and nothing of another account. */
async function audit(step: Step): Promise<void> {
  const sight = step.sightOfKey();
  let cursor = "";
  for (let page = 0; page < 3; page += 1) {
    const path = `/admin/audit?limit=300${cursor}`;
    const reply = await step.send("GET", path, undefined, { sight, showsErased: true });
    step.expect(reply, 200);
    const { items, next_cursor } = reply.body as Trail;
    const strangers = items.filter(({ account }) => account !== undefined && account !== step.account.name);
    if (strangers.length > 0) throw new Mismatch(`the audit shows ${strangers[0]?.account}`);
    if (next_cursor === null) return;
    cursor = `&cursor=${next_cursor}`;
  }
}

async function auditKey(step: Step): Promise<void> {
  step.expect(await step.send("GET", "/admin/audit/key", undefined, { sight: NOTHING }), 200);
}

const admin = { access: "admin", reach: "account" } as const;
const open = { access: "public", reach: "account", weight: 0.3 } as const;

export const WHOLE_OPERATIONS: readonly Operation[] = [
  { ...admin, id: "listUsers", weight: 2, run: listUsers },
  { ...admin, id: "getUser", weight: 1, run: getUser },
  { ...admin, id: "eraseUser", weight: 0.7, run: eraseUser },
  { ...admin, id: "exportMemory", weight: 0.7, run: exportMemory },
  { ...admin, id: "importMemory", weight: 1, run: importMemory },
  { ...admin, id: "getPrometheus", weight: 0.3, run: exposition },
  { ...admin, id: "getStatus", weight: 0.3, keys: "governor", run: status },
  { ...admin, id: "getStatusHistory", weight: 0.3, keys: "governor", run: statusHistory },
  { ...admin, id: "getDiagnosis", weight: 0.1, keys: "governor", run: diagnosis },
  { ...admin, id: "listBackups", weight: 0.2, keys: "governor", run: listBackups },
  { ...admin, id: "makeBackup", weight: 0.2, keys: "governor", run: makeBackup },
  { ...admin, id: "getEmbedding", weight: 0.2, keys: "governor", run: embedding },
  { ...admin, id: "checkAudit", weight: 0.1, keys: "governor", run: checkAudit },
  { ...admin, id: "checkReceipt", weight: 0.3, keys: "unbound", run: checkReceipt },
  { ...admin, id: "listAudit", weight: 0.7, keys: "unbound", run: audit },
  { ...admin, id: "getAuditKey", weight: 0.3, run: auditKey },
  { ...open, id: "signIn", run: (step) => signInOrOut(step, "POST") },
  { ...open, id: "getSignedIn", run: signedIn },
  { ...open, id: "signOut", run: (step) => signInOrOut(step, "DELETE") },
  { ...open, id: "getLiveness", run: (step) => health(step, "/livez") },
  { ...open, id: "getReadiness", run: (step) => health(step, "/readyz") },
  { ...open, id: "getHealth", run: (step) => health(step, "/healthz") },
];
