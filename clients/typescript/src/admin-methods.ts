// What only admin keys may do: keys, accounts, constitutions, settings, users, export and import, audit, status.
import type { Answer, Body, ExportLine, Item, Operation, Query } from "./api-types.ts";
import { cutOf, linesToBytes, readExport } from "./json-lines.ts";
import type { CallOptions } from "./options.ts";
import { eachOf, type Page } from "./pages.ts";
import type { Method, ServiceRequest, Transport } from "./transport.ts";

const at = (id: string) => encodeURIComponent(id);
const LINES_MEDIA = "application/x-ndjson";

/** What `import` takes: a whole file, its bytes as they come, or lines (objects or texts) one after the other. */
export type ImportSource =
  | string
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<ExportLine | string>
  | readonly (ExportLine | string)[];

export function adminMethods(transport: Transport, url: string) {
  return {
    keys: keyMethods(transport),
    accounts: accountMethods(transport),
    constitutions: constitutionMethods(transport),
    settings: settingMethods(transport),
    users: userMethods(transport),
    audit: auditMethods(transport),
    backups: backupMethods(transport),
    ...portabilityMethods(transport, url),
    /** The service at one look. */
    status: (options?: CallOptions) =>
      transport.send<Answer<"getStatus">>({ method: "GET", path: "/admin/status" }, options),
    /** What is wrong with the service, and what to do. */
    doctor: (options?: CallOptions) => call<"getDiagnosis">(transport, "GET", "/admin/doctor", {}, options),
    /** The model that embeds, and how far it is. */
    embedding: (options?: CallOptions) => call<"getEmbedding">(transport, "GET", "/admin/embedding", {}, options),
    /** The last day, minute by minute. */
    statusHistory: (query: Query<"getStatusHistory"> = {}, options?: CallOptions) =>
      call<"getStatusHistory">(transport, "GET", "/admin/status/history", { query }, options),
  };
}

/** A method that calls one operation, with a body or a query. */
function call<O extends Operation>(
  { send }: Transport,
  method: Method,
  path: string,
  rest: Partial<ServiceRequest>,
  options?: CallOptions,
) {
  return send<Answer<O>>({ method, path, ...rest }, options);
}

/** `list` for one page, `each` for all entries. */
function listOf<O extends Operation>(transport: Transport, path: string) {
  type Asked = Query<O> & { readonly cursor?: string };
  const list = (query?: Query<O>, options?: CallOptions) =>
    call<O>(transport, "GET", path, { query: { ...query } }, options);
  const each = (query?: Query<O>, options?: CallOptions) =>
    eachOf<Item<O>>(async (cursor) => {
      const asked = { ...query, ...(cursor === undefined ? {} : { cursor }) } as Asked;
      return (await list(asked, options)) as unknown as Page<Item<O>>;
    });
  return { list, each };
}

function keyMethods(transport: Transport) {
  return {
    ...listOf<"listKeys">(transport, "/admin/keys"),
    /** The answer holds `key`, which is shown this once. */
    issue: (key: Body<"issueKey">, options?: CallOptions) =>
      call<"issueKey">(transport, "POST", "/admin/keys", { body: key }, options),
    revoke: (id: string, options?: CallOptions) =>
      call<"revokeKey">(transport, "DELETE", `/admin/keys/${at(id)}`, {}, options),
  };
}

function accountMethods(transport: Transport) {
  const path = "/admin/accounts";
  return {
    ...listOf<"listAccounts">(transport, path),
    create: (account: Body<"createAccount">, options?: CallOptions) =>
      call<"createAccount">(transport, "POST", path, { body: account }, options),
    change: (name: string, change: Body<"changeAccount">, options?: CallOptions) =>
      call<"changeAccount">(transport, "PATCH", `${path}/${at(name)}`, { body: change }, options),
    /** Erases the account with all that it has, with a signed receipt. */
    delete: (name: string, options?: CallOptions) =>
      call<"deleteAccount">(transport, "DELETE", `${path}/${at(name)}`, {}, options),
  };
}

function constitutionMethods(transport: Transport) {
  const path = "/admin/constitutions";
  return {
    ...listOf<"listConstitutions">(transport, path),
    get: (name: string, options?: CallOptions) =>
      call<"getConstitution">(transport, "GET", `${path}/${at(name)}`, {}, options),
    /** Makes or replaces it. */
    put: (name: string, constitution: Body<"putConstitution">, options?: CallOptions) =>
      call<"putConstitution">(transport, "PUT", `${path}/${at(name)}`, { body: constitution }, options),
    /** Tries its patterns, or those of `texts`, and stores nothing. */
    test: (name: string, texts: Body<"testConstitution">, options?: CallOptions) =>
      call<"testConstitution">(
        transport,
        "POST",
        `${path}/${at(name)}/test`,
        { body: texts, repeatable: true },
        options,
      ),
    delete: (name: string, options?: CallOptions) =>
      call<"deleteConstitution">(transport, "DELETE", `${path}/${at(name)}`, {}, options),
  };
}

function settingMethods(transport: Transport) {
  const path = "/admin/settings";
  return {
    get: (options?: CallOptions) => call<"getSettings">(transport, "GET", path, {}, options),
    change: (settings: Body<"changeSettings">, options?: CallOptions) =>
      call<"changeSettings">(transport, "PATCH", path, { body: settings }, options),
    /** Takes one back: its default holds again. */
    reset: (name: string, options?: CallOptions) =>
      call<"resetSetting">(transport, "DELETE", `${path}/${at(name)}`, {}, options),
  };
}

function userMethods(transport: Transport) {
  const path = "/admin/users";
  return {
    ...listOf<"listUsers">(transport, path),
    get: (user: string, query: Query<"getUser"> = {}, options?: CallOptions) =>
      call<"getUser">(transport, "GET", `${path}/${at(user)}`, { query }, options),
    /** Erases all that is kept of a user, with a signed receipt. */
    erase: (user: string, query: Query<"eraseUser"> = {}, options?: CallOptions) =>
      call<"eraseUser">(transport, "DELETE", `${path}/${at(user)}`, { query }, options),
  };
}

function auditMethods(transport: Transport) {
  return {
    ...listOf<"listAudit">(transport, "/admin/audit"),
    /** What receipts are signed with. */
    key: (options?: CallOptions) => call<"getAuditKey">(transport, "GET", "/admin/audit/key", {}, options),
    /** Follows the chain over all accounts. */
    check: (options?: CallOptions) => call<"checkAudit">(transport, "GET", "/admin/audit/check", {}, options),
    /** Whether the receipt of an erasure is to be believed. */
    checkReceipt: (receipt: Body<"checkReceipt">["receipt"], options?: CallOptions) =>
      call<"checkReceipt">(
        transport,
        "POST",
        "/admin/receipts/check",
        { body: { receipt }, repeatable: true },
        options,
      ),
  };
}

function backupMethods(transport: Transport) {
  const path = "/admin/backups";
  return {
    list: (options?: CallOptions) => call<"listBackups">(transport, "GET", path, {}, options),
    /** Makes one now, and answers once it is whole: give it a `timeoutMs` that much data takes. */
    make: (options?: CallOptions) => call<"makeBackup">(transport, "POST", path, {}, options),
  };
}

function portabilityMethods(transport: Transport, url: string) {
  return {
    /**
     * The lines of an export as they come. Leaving the loop ends the export. Throws `answer_cut` at the end of one that
     * broke off.
     */
    export: async function* (
      query: Query<"exportMemory"> = {},
      options?: CallOptions,
    ): AsyncGenerator<ExportLine, void, undefined> {
      const opened = await transport.stream({ method: "GET", path: "/admin/export", query }, options);
      yield* readExport(opened, cutOf(url, options?.signal));
    },
    /**
     * Brings a file in; looked through whole before anything is stored. The same file twice adds nothing. Browsers send
     * streams over HTTP/2 alone: give them a Blob.
     */
    import: (source: ImportSource, query: Query<"importMemory"> = {}, options?: CallOptions) => {
      const isWhole = typeof source === "string" || source instanceof Blob || source instanceof ReadableStream;
      const raw = { media: LINES_MEDIA, content: isWhole ? source : linesToBytes(source) };
      return call<"importMemory">(transport, "POST", "/admin/import", { query, raw, repeatable: true }, options);
    },
  };
}
