// The dashboard's files, which the build bundles before it is bundled itself.
declare module "*/dist/ui/main.js" {
  const path: string;
  export = path;
}

declare module "*/dist/ui/main.css" {
  const path: string;
  export = path;
}

declare module "*/dist/ui/hashes.json" {
  const hashes: { readonly script: string; readonly style: string };
  export = hashes;
}
