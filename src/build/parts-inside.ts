// What the executable holds besides packages: the runtime with its database, the inference engine, the model.
import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface InsidePart {
  readonly type: "platform" | "library" | "machine-learning-model";
  readonly name: string;
  readonly version: string;
  /** SPDX expression; "" where nobody has said. */
  readonly licence: string;
  readonly purl: string | null;
  /** Of the part's own file, hexadecimal; null where it is linked into another's. */
  readonly sha256: string | null;
  readonly homepage: string;
  /** What the licences ask to be told, in our words. */
  readonly notice: string;
}

interface ModelInside {
  readonly folder: string;
  readonly id: string;
  readonly sha256: string;
}

/** Bun's own statement of what is linked into it: its LICENSE.md, version 1.4. */
const BUN_NOTICE = `Bun is licensed under the MIT licence; copyright Oven and the contributors to Bun.
Linked into it are JavaScriptCore and parts of WebKit (LGPL-2.1; source at https://github.com/oven-sh/WebKit, and
https://github.com/oven-sh/bun says how to link Bun with a changed one), TinyCC (LGPL-2.1), BoringSSL and libarchive
(several licences), brotli, c-ares, libdeflate, ls-hpack, ls-qpack, lsquic, mimalloc, picohttpparser, uucode (MIT),
lol-html, libwebp, libjpeg-turbo, zstd (BSD-3-Clause), libbase64, libspng (BSD-2-Clause), simdutf, uSockets,
uWebSockets, highway, parts of TigerBeetle (Apache-2.0), parts of LLVM (Apache-2.0 with the LLVM exception), zlib-ng
(Zlib), ICU (Unicode-3.0), and polyfills of Node.js modules (MIT).
The executable is made by \`bun build --compile\`: with the source of memoryd and another build of Bun anybody can make
it again with changed libraries.`;

export function partsInside(root: string, model: ModelInside): InsidePart[] {
  const { version: ort } = readJson(join(root, "node_modules/onnxruntime-web/package.json"));
  const ortFile = join(root, "node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm");
  return [
    {
      type: "platform",
      name: "bun",
      version: Bun.version,
      licence: "MIT AND LGPL-2.1-or-later",
      purl: `pkg:github/oven-sh/bun@bun-v${Bun.version}`,
      sha256: null,
      homepage: "https://bun.com",
      notice: `${BUN_NOTICE}\n\n${readFileSync(join(import.meta.dir, "lgpl-2.1.txt"), "utf8").trim()}`,
    },
    {
      type: "library",
      name: "sqlite",
      version: sqliteVersion(),
      licence: "blessing",
      purl: `pkg:generic/sqlite@${sqliteVersion()}`,
      sha256: null,
      homepage: "https://sqlite.org",
      notice: "SQLite, linked into Bun, is in the public domain.",
    },
    {
      type: "library",
      name: "onnxruntime",
      version: ort,
      licence: "MIT",
      purl: `pkg:github/microsoft/onnxruntime@v${ort}`,
      sha256: createHash("sha256").update(readFileSync(ortFile)).digest("hex"),
      homepage: "https://onnxruntime.ai",
      notice: `ONNX Runtime as WebAssembly, copyright Microsoft Corporation, under the MIT licence.
The file is unchanged; at a start functions that the model never calls are left out of what is compiled.
What is linked into it, and under which licences, is told in ThirdPartyNotices.txt of its source:
https://github.com/microsoft/onnxruntime/blob/v${ort}/ThirdPartyNotices.txt`,
    },
    modelPart(model),
  ];
}

function modelPart({ folder, id, sha256 }: ModelInside): InsidePart {
  const files = ["NOTICE", "LICENSE"].map((name) => join(folder, name)).filter((file) => existsSync(file));
  const ofClassifier = join(folder, "classifier", "LICENSE");
  const others = existsSync(ofClassifier) ? `\n\n${readFileSync(ofClassifier, "utf8").trim()}` : "";
  const text = files.map((file) => readFileSync(file, "utf8").trim()).join("\n\n");
  const isApache = /Apache License\s+Version 2\.0/.test(text);
  const isMit = /^MIT License$/m.test(text);
  return {
    type: "machine-learning-model",
    name: id,
    version: sha256.slice(0, 12),
    licence: isApache ? "Apache-2.0" : isMit ? "MIT" : "",
    purl: null,
    sha256,
    homepage: "",
    notice:
      text === "" ? "The embedding model. Its folder had no LICENSE file." : `The embedding model.\n\n${text}${others}`,
  };
}

function sqliteVersion(): string {
  const db = new Database(":memory:");
  const row = db.query<{ version: string }, []>("SELECT sqlite_version() AS version").get();
  db.close();
  return row?.version ?? "";
}

function readJson(file: string): { version: string } {
  return JSON.parse(readFileSync(file, "utf8")) as { version: string };
}
