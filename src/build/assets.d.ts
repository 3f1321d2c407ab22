// Files that the executable carries: with { type: "file" } such an import is the path to read them from.
declare module "*.wasm" {
  const path: string;
  export = path;
}

declare module "*.onnx" {
  const path: string;
  export = path;
}

declare module "*/NOTICES.txt" {
  const path: string;
  export = path;
}

// With { type: "text" } the import is the file's content.
declare module "*.sql" {
  const text: string;
  export = text;
}

declare module "*.service" {
  const text: string;
  export = text;
}
