// What the build says of the executable's content: the bill of materials and the licences beside it, and inside.
import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { openLab } from "./executable.ts";

const lab = openLab();
const DIST = resolve(import.meta.dir, "../../dist");

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly purl?: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly { alg: string; content: string }[];
}

interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { ref: string; dependsOn: readonly string[] }[];
}

const text = readFileSync(`${DIST}/memoryd.cdx.json`, "utf8");
const bill = JSON.parse(text) as Bill;
const notices = readFileSync(`${DIST}/NOTICES.txt`, "utf8");

function named({ group, name }: Component): string {
  return group === undefined ? name : `${group}/${name}`;
}

test("the bill of materials is CycloneDX 1.6 by its schema", async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(text)).toBeNull();
  expect(await validator.validate(text.replace('"type": "platform"', '"type": "plattform"'))).not.toBeNull();
});

test("it is that of the executable beside it, and every reference in it leads somewhere", () => {
  const hash = createHash("sha256")
    .update(readFileSync(`${DIST}/memoryd`))
    .digest("hex");
  expect(bill.metadata.component.hashes).toEqual([{ alg: "SHA-256", content: hash }]);
  const refs = [bill.metadata.component, ...bill.components].map((component) => component["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  const used = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
  expect(used.filter((ref) => !refs.includes(ref))).toEqual([]);
  expect(refs.slice(1).filter((ref) => !bill.dependencies.some(({ dependsOn }) => dependsOn.includes(ref)))).toEqual(
    [],
  );
});

test("it names the runtime, the database, the inference engine, the model and the packages, and no tool", () => {
  const names = bill.components.map(named);
  for (const inside of [
    "bun",
    "sqlite",
    "onnxruntime",
    "all-MiniLM-L6-v2-int8",
    "elysia",
    "drizzle-orm",
    "commander",
  ]) {
    expect(names).toContain(inside);
  }
  for (const tool of ["typescript", "@biomejs/biome", "bun-types", "csv-parse"]) expect(names).not.toContain(tool);
  const npm = bill.components.filter(({ purl }) => purl?.startsWith("pkg:npm/"));
  expect(npm.length).toBeGreaterThan(40);
  expect(npm.filter(({ hashes }) => hashes?.[0]?.alg !== "SHA-512").map(named)).toEqual([]);
  expect(bill.components.filter(({ licenses }) => licenses === undefined).map(named)).toEqual([]);
});

test("the licences of all of it are beside the executable, and inside it", async () => {
  const missing = bill.components.filter((each) => !notices.includes(`\n${named(each)} ${each.version} (`));
  expect(missing.map(named)).toEqual([]);
  for (const licence of ["Apache License", "GNU LESSER GENERAL PUBLIC LICENSE", "Permission is hereby granted"]) {
    expect(notices).toContain(licence);
  }
  const { code, stdout } = await lab.run(["version", "--notices"]);
  expect({ code, isSame: stdout === notices }).toEqual({ code: 0, isSame: true });
});

test("a slow reader is given all of what is printed", () => {
  const slow = Bun.spawnSync(["bash", "-c", '"$0" version --notices | (sleep 1; cat)', lab.executable]);
  expect(slow.stdout.toString() === notices).toBe(true);
});
