// Bundles the dashboard to dist/ui: one script and one style, and the hashes that their names on the network have.
import { createHash } from "node:crypto";
import { join } from "node:path";

const HASH_CHARS = 10;

/** `root`: the folder that holds src and dist. Returns the files that the bundle is made of, below the working directory. */
export async function bundleUi(root: string): Promise<string[]> {
  const outdir = join(root, "dist/ui");
  const { metafile, outputs } = await Bun.build({
    entrypoints: [join(root, "src/ui/main.tsx")],
    outdir,
    target: "browser",
    format: "esm",
    minify: true,
    metafile: true,
    naming: "[name].[ext]",
    define: { "process.env.NODE_ENV": '"production"' },
    jsx: { runtime: "automatic", importSource: "preact", development: false },
  });
  const hashOf = async (ending: string) => {
    const output = outputs.find(({ path }) => path.endsWith(ending));
    if (output === undefined) throw new Error(`the dashboard has no ${ending} file`);
    return createHash("sha256")
      .update(new Uint8Array(await output.arrayBuffer()))
      .digest("hex")
      .slice(0, HASH_CHARS);
  };
  const hashes = { script: await hashOf(".js"), style: await hashOf(".css") };
  await Bun.write(join(outdir, "hashes.json"), JSON.stringify(hashes));
  return Object.keys(metafile?.inputs ?? {});
}
