// The dashboard's page, script and style. What the page shows comes over the interface, with the key of who is signed in.
import { Elysia } from "elysia";
import hashes from "../../dist/ui/hashes.json" with { type: "json" };
import stylePath from "../../dist/ui/main.css" with { type: "file" };
import scriptPath from "../../dist/ui/main.js" with { type: "file" };
import { packedFile } from "./packed-file.ts";

export const PAGES_PATH = "/ui";
const PAGES_SLASH_PATH = "/ui/";
const SCRIPT_PATH = `/ui/main-${hashes.script}.js`;
const STYLE_PATH = `/ui/main-${hashes.style}.css`;
const ICON_PATH = "/ui/icon.svg";

export const PAGES_PATHS: readonly string[] = [PAGES_PATH, PAGES_SLASH_PATH, SCRIPT_PATH, STYLE_PATH, ICON_PATH];

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "cache-control": "no-cache",
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>memoryd</title>
<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
<script type="module" src="${SCRIPT_PATH}"></script>
</head>
<body><div id="app"></div><noscript>This page needs JavaScript.</noscript></body>
</html>
`;

/** Two turns of a conversation, and what stays of them. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3b5bdb"/><path d="M8 11h16M8 16h10M8 21h13" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>';

export function pages() {
  const hidden = { detail: { hide: true } };
  return new Elysia({ name: "pages" })
    .get(PAGES_PATH, () => new Response(PAGE, { headers: PAGE_HEADERS }), hidden)
    .get(PAGES_SLASH_PATH, () => Response.redirect(PAGES_PATH, 308), hidden)
    .get(SCRIPT_PATH, ({ request }) => packedFile(request, scriptPath, "text/javascript"), hidden)
    .get(STYLE_PATH, ({ request }) => packedFile(request, stylePath, "text/css"), hidden)
    .get(
      ICON_PATH,
      () => new Response(ICON, { headers: { "content-type": "image/svg+xml", "cache-control": "no-cache" } }),
      hidden,
    );
}
