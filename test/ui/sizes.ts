// What a browser loads of the dashboard, by package: bun test/ui/sizes.ts
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const ROOT = resolve(import.meta.dir, "../..");

const { metafile } = await Bun.build({
  entrypoints: [join(ROOT, "src/ui/main.tsx")],
  target: "browser",
  minify: true,
  metafile: true,
});

/** Bytes in the bundle, before it is compressed, of our own rooms and of each package. */
const bytes = new Map<string, number>();
for (const { inputs } of Object.values(metafile?.outputs ?? {})) {
  for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? /src\/ui\/([^/]+)/.exec(input)?.[1] ?? input;
    bytes.set(found, (bytes.get(found) ?? 0) + bytesInOutput);
  }
}
for (const [name, count] of [...bytes].sort(([, a], [, b]) => b - a)) console.log(`${name.padEnd(28)}${count}`);
let total = 0;
for (const file of ["main.js", "main.css"]) {
  const packed = gzipSync(await Bun.file(join(ROOT, "dist/ui", file)).bytes(), { level: 9 }).length;
  total += packed;
  console.log(`${file.padEnd(28)}${packed} compressed`);
}
console.log(`${"in all".padEnd(28)}${total} compressed`);
