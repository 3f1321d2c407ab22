import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { packagesInside, placeOf } from "../../src/build/packages-inside.ts";

const ROOT = resolve(import.meta.dir, "../..");

test.each([
  ["src/main.ts", null],
  ["node_modules/elysia/dist/index.mjs", "elysia"],
  ["node_modules/@orama/stemmers/dist/de.js", "@orama/stemmers"],
  ["node_modules/@scalar/themes/node_modules/@scalar/types/dist/x.js", "@scalar/themes/@scalar/types"],
  ["../elsewhere/node_modules/a/node_modules/b/c.js", "a/b"],
])("%p lies in the package %p", (input, place) => {
  expect(placeOf(input)).toBe(place);
});

test("a package that was bundled is told with its version, licence, text and the hash of the lock file", () => {
  const packages = packagesInside(ROOT, ["src/main.ts", "node_modules/commander/lib/command.js"]);
  expect(packages.map(({ place }) => place)).toEqual(["assemblyscript", "commander"]);
  const [, commander] = packages;
  expect(commander).toMatchObject({ name: "commander", version: "15.1.0", licence: "MIT", within: null });
  expect(commander?.licenceText).toContain("Permission is hereby granted");
  expect(commander?.sha512).toMatch(/^[0-9a-f]{128}$/);
});

test("what a ready-made bundle may hold is told as being within it, and what nobody took is not told", () => {
  const packages = packagesInside(ROOT, ["node_modules/@scalar/api-reference/dist/browser/standalone.js"]);
  const of = (name: string) => packages.find((each) => each.name === name);
  expect(of("@scalar/api-reference")?.within).toBeNull();
  expect(of("vue")?.within).toBe("@scalar/api-reference");
  expect(of("elysia")).toBeUndefined();
  expect(of("@scalar/api-reference")?.dependsOn).toContain("vue");
});
