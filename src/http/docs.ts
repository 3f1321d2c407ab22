// The OpenAPI document and its page, which loads nothing from another host.
import { swagger } from "@elysiajs/swagger";
import { Elysia } from "elysia";
// The exports map of the package does not name its bundle, so the path does.
import bundlePath from "../../node_modules/@scalar/api-reference/dist/browser/standalone.js" with { type: "file" };
import { DOCUMENT_HEAD, finishDocument, isDocument } from "./openapi.ts";
import { packedFile } from "./packed-file.ts";
import { PAGES_PATH } from "./pages.ts";

const PAGE_PATH = "/docs";
const DOCUMENT_PATH = "/openapi.json";
/** The version is that of @scalar/api-reference in package.json, so that a browser may keep the file for ever. */
const BUNDLE_PATH = "/docs/scalar-1.72.1.js";

/** Paths that people type, and what they find there. */
const ROOT_PATH = "/";
const PAGE_SLASH_PATH = "/docs/";

export const DOCS_PATHS: readonly string[] = [ROOT_PATH, PAGE_PATH, PAGE_SLASH_PATH, DOCUMENT_PATH, BUNDLE_PATH];

/** Scalar writes its styles into the page; scripts, fonts and requests may come from and go to this service alone. */
const PAGE_POLICY = [
  "default-src 'none'",
  // The hash is that of the white space in the element that carries the page's settings.
  "script-src 'self' 'sha256-TcUB1mzXiQO4GxpTRZ0EMpOXKMU3u+n/q1WrgVIcs1I='",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE_HEADERS = {
  "content-security-policy": PAGE_POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
};

/** `hasPages`: whether there is a dashboard, to which a browser is led. */
export function docs(version: string, hasPages: boolean) {
  let document: unknown = null;
  return new Elysia({ name: "docs" })
    .onAfterHandle(({ path, response, set }) => {
      if (path === PAGE_PATH) Object.assign(set.headers, PAGE_HEADERS);
      if (path !== DOCUMENT_PATH || !isDocument(response)) return;
      // The routes never change once the service listens.
      document ??= finishDocument(response);
      return document;
    })
    .use(
      swagger({
        path: PAGE_PATH,
        specPath: DOCUMENT_PATH,
        scalarCDN: BUNDLE_PATH,
        documentation: { ...DOCUMENT_HEAD, info: { ...DOCUMENT_HEAD.info, version } },
        scalarConfig: SCALAR as never,
      }),
    )
    .get(ROOT_PATH, ({ request }) => rootResponse(request, hasPages ? PAGES_PATH : PAGE_PATH), {
      detail: { hide: true },
    })
    .get(PAGE_SLASH_PATH, () => Response.redirect(PAGE_PATH, 308), { detail: { hide: true } })
    .get(BUNDLE_PATH, ({ request }) => packedFile(request, bundlePath, "text/javascript"), { detail: { hide: true } });
}

/** A browser is led to `page`, everybody else is told where the interface is described. */
function rootResponse(request: Request, page: string): Response {
  const headers = { vary: "accept" };
  if (/\btext\/html\b/.test(request.headers.get("accept") ?? "")) {
    return new Response(null, { status: 302, headers: { ...headers, location: page } });
  }
  return Response.json({ service: "memoryd", openapi: DOCUMENT_PATH, docs: PAGE_PATH }, { headers });
}

/** Everything that Scalar would fetch from, or send to, its own hosts is off. No quotes: it lands in an attribute. */
const SCALAR = {
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  persistAuth: false,
  authentication: { preferredSecurityScheme: "apiKey" },
  customCss: "",
};
