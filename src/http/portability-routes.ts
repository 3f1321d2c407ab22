// Export and import of an account, a core or a user, for admin keys: streams of JSON Lines.
import { Type } from "@sinclair/typebox";
import { type AuthenticateKeyDeps, requireUnrevoked } from "../accounts/authenticate-key.ts";
import { type AccountDeps, allowanceOf } from "../accounts/keep-accounts.ts";
import { partWithin } from "../accounts/keep-users.ts";
import { doneBy } from "../domain/audit.ts";
import { DEFAULT_CORE } from "../domain/brain.ts";
import { invalidRequest, MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { AuditStore } from "../domain/ports/audit-store.ts";
import type { ImportedPart, ImportPart, ImportProfile } from "../domain/ports/import-store.ts";
import type { Spool } from "../domain/ports/spool.ts";
import { IMPORT_FORMATS, type ImportFormat } from "../portability/detect-format.ts";
import { type ExportDeps, exportMemory, noteExport } from "../portability/export-memory.ts";
import { type ImportReport, shownReport } from "../portability/import-input.ts";
import { type ImportDeps, importMemory } from "../portability/import-memory.ts";
import { decideAttributes } from "../turns/decide-attributes.ts";
import type { SilenceLimit } from "./context.ts";
import { exportLines, FORMAT_TOLD, ImportResult, LINES_MEDIA } from "./export-models.ts";
import { choice, flag } from "./kinds.ts";
import type { RequestGate } from "./request-gate.ts";
import { type Route, route } from "./route.ts";
import { coreInQuery, userText } from "./user-routes.ts";

/** What a body of an import may be called: what the file is tells its content, so that these are but its usual names. */
const IMPORT_MEDIA: readonly string[] = [
  ...["x-ndjson", "jsonl", "x-jsonlines", "json", "octet-stream"].map((kind) => `application/${kind}`),
  ...["markdown", "plain"].map((kind) => `text/${kind}`),
];

export type PortabilityRoutesDeps = ExportDeps &
  Omit<ImportDeps, "decideAttributes" | "onStored"> &
  AccountDeps &
  AuthenticateKeyDeps & {
    readonly gate: RequestGate;
    readonly audit: AuditStore;
    readonly spool: Spool;
    readonly onImported: (part: ImportedPart) => void;
  };

export function portabilityRoutes(service: PortabilityRoutesDeps): Route[] {
  return [exportRoute(service), importRoute(service)];
}

const common = { access: "admin", tag: "Administration" } as const;
const userInQuery = (description: string) => Type.Optional(userText(description));

function exportRoute(service: PortabilityRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "GET",
      path: "/admin/export",
      query: Type.Object({
        core: coreInQuery("Only this core."),
        user: userInQuery("Only this end user, in every core or in the one named."),
        embeddings: Type.Optional(flag("`false` leaves the embeddings out: they are made again after the import.")),
      }),
      responses: {
        200: exportLines("JSON Lines: a header, the memory, and an end with the hash of all."),
      },
      content: { media: LINES_MEDIA, headers: ["Content-Disposition"] },
      errors: [404],
      operationId: "exportMemory",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Export memory",
      description:
        "Everything of the account, of a core or of an end user but keys, as JSON Lines that `POST /admin/import` takes. A bound key exports its own part. A file whose last line is missing broke off. HEAD makes no export and enters none in the audit.",
    },
    async ({ identity, query, silence }) => {
      const part = partWithin(identity, { core: query.core ?? null, user: query.user ?? null });
      await requireCore(service, identity, part.core);
      const input = { scope: { account: identity.account, ...part }, embeddings: query.embeddings !== "false" };
      return {
        headers: { "content-disposition": 'attachment; filename="memoryd-export.jsonl"' },
        open: async () => {
          const leave = service.gate.enterExport(identity.account);
          try {
            await noteExport(service, input, doneBy(identity, service.clock));
          } catch (error) {
            leave();
            throw error;
          }
          const pieces = whileUnrevoked(service, identity, exportMemory(service, input));
          return streamOf(pieces, silence, leave);
        },
      };
    },
  );
}

async function requireCore(
  service: PortabilityRoutesDeps,
  { account }: KeyIdentity,
  core: string | null,
): Promise<void> {
  if (core === null || core === DEFAULT_CORE) return;
  if ((await service.cores.find(account, core)) === null) {
    throw new MemoryError("core_not_found", "there is no such core");
  }
}

/** A slow reader would otherwise go on long after its key was revoked. */
async function* whileUnrevoked(
  service: PortabilityRoutesDeps,
  identity: KeyIdentity,
  pieces: AsyncGenerator<string, unknown>,
): AsyncGenerator<string> {
  for await (const piece of pieces) {
    await requireUnrevoked(service, identity);
    yield piece;
  }
}

/** A piece at a time, when the client has taken the one before. `leave` is called when it is over, however it ends. */
function streamOf(
  pieces: AsyncGenerator<string, unknown>,
  silence: SilenceLimit,
  leave: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        silence.renew();
        try {
          const next = await pieces.next();
          if (next.done !== true) return controller.enqueue(encoder.encode(next.value));
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        leave();
      },
      async cancel() {
        leave();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}

function importRoute(service: PortabilityRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "POST",
      path: "/admin/import",
      body: "stream",
      stream: { media: LINES_MEDIA, model: exportLines("An export, line by line; or another program's file.") },
      query: Type.Object({
        core: coreInQuery("Where the one brain of the file goes, or all of another program's file."),
        user: userInQuery("Whose the one brain of the file becomes, or all of another program's file."),
        format: Type.Optional(choice("ImportFormat", IMPORT_FORMATS, { description: FORMAT_TOLD })),
      }),
      responses: { 200: ImportResult },
      errors: [402, 404, 413, 415],
      operationId: "importMemory",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Import memory",
      description: `Takes an export, or memories of mem0, notes of basic-memory or chat messages, of any length, as ${IMPORT_MEDIA.join(", ")}; any other type is 415. The file is checked whole before anything is stored; what is here already is left as it is, so that the same file twice adds nothing. A wrong line is 400 and named by its number.`,
    },
    async ({ identity, query, request, silence }) =>
      shownReport(await takeImport(service, identity, query, request, silence)),
  );
}

interface ImportQuery {
  readonly core?: string | undefined;
  readonly user?: string | undefined;
  readonly format?: ImportFormat | undefined;
}

async function takeImport(
  service: PortabilityRoutesDeps,
  identity: KeyIdentity,
  query: ImportQuery,
  request: Request,
  silence: SilenceLimit,
): Promise<ImportReport> {
  const asked = { core: query.core ?? null, user: query.user ?? null };
  checkMediaType(request);
  partWithin(identity, asked);
  const { subBrains } = await allowanceOf(service, identity.account);
  const isPastDue = (await service.accounts.find(identity.account))?.pastDue === true;
  const subBrainsMax = isPastDue ? 0 : subBrains;
  const file = await service.spool(bodyOf(request, silence));
  // A long file is read and stored for longer than a client may be silent.
  silence.lift();
  try {
    const deps = {
      ...service,
      decideAttributes,
      onStored: service.onImported,
      imports: {
        ...service.imports,
        profile: async (profile: ImportProfile) => {
          await requireUnrevoked(service, identity);
          return service.imports.profile(profile);
        },
        part: async (part: ImportPart) => {
          await requireUnrevoked(service, identity);
          return service.imports.part(part);
        },
      },
    };
    const format = query.format ?? null;
    const by = doneBy(identity, service.clock);
    return await importMemory(deps, { identity, ...asked, format, subBrainsMax, file, by });
  } finally {
    silence.renew();
    await file.close();
  }
}

function checkMediaType(request: Request): void {
  const encoding = request.headers.get("content-encoding");
  const isPlain = encoding === null || encoding === "identity";
  const [media = ""] = (request.headers.get("content-type") ?? "").split(";", 1);
  if (isPlain && IMPORT_MEDIA.includes(media.trim().toLowerCase())) return;
  throw new MemoryError(
    "unsupported_media_type",
    `The body must be one of ${IMPORT_MEDIA.join(", ")}, without a content encoding.`,
  );
}

async function* bodyOf(request: Request, silence: SilenceLimit): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  try {
    for await (const chunk of request.body) {
      silence.renew();
      yield chunk;
    }
  } catch {
    throw invalidRequest("The body broke off.");
  }
}
