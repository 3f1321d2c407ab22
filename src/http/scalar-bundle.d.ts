// The bundle is embedded as a file, past the exports map of its package: the import is its path.
declare module "*/api-reference/dist/browser/standalone.js" {
  const path: string;
  export = path;
}
