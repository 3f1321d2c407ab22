// What is inside the executable as a CycloneDX 1.6 document: the same bytes for the same executable.
import { createHash } from "node:crypto";
import type { InsidePackage } from "./packages-inside.ts";
import type { InsidePart } from "./parts-inside.ts";

export interface Inside {
  readonly packages: readonly InsidePackage[];
  readonly parts: readonly InsidePart[];
}

export interface Product {
  readonly version: string;
  readonly target: string;
  /** Of the executable, hexadecimal. */
  readonly sha256: string;
}

const PRODUCT_REF = "memoryd";

export function billOfMaterials({ packages, parts }: Inside, product: Product): string {
  const components = [...parts.map(partComponent), ...packages.map(packageComponent)];
  const direct = [...parts.map(partRef), ...packages.filter(({ within }) => within === null).map(packageRef)];
  const refs = new Map(packages.map((each) => [each.place, packageRef(each)]));
  const dependencies = [
    { ref: PRODUCT_REF, dependsOn: direct },
    ...packages.map((each) => ({
      ref: packageRef(each),
      dependsOn: each.dependsOn.flatMap((place) => refs.get(place) ?? []),
    })),
  ];
  const body = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        "bom-ref": PRODUCT_REF,
        type: "application",
        name: "memoryd",
        version: product.version,
        licenses: [{ license: { id: "Apache-2.0" } }],
        hashes: [{ alg: "SHA-256", content: product.sha256 }],
        properties: [{ name: "memoryd:target", value: product.target }],
      },
    },
    components,
    dependencies,
  };
  return written(body);
}

/** The same document with one part more, first among them. */
export function withPart(document: string, part: InsidePart): string {
  const { serialNumber: _, ...body } = JSON.parse(document);
  const [product, ...others] = body.dependencies;
  return written({
    ...body,
    components: [partComponent(part), ...body.components],
    dependencies: [{ ...product, dependsOn: [partRef(part), ...product.dependsOn] }, ...others],
  });
}

function written(body: { readonly bomFormat: string; readonly specVersion: string }): string {
  const { bomFormat, specVersion, ...rest } = body;
  return `${JSON.stringify({ bomFormat, specVersion, serialNumber: serialNumber(body), ...rest }, null, 2)}\n`;
}

/** No time and no chance in it: a UUID of version 8 from the content. */
function serialNumber(body: unknown): string {
  const hash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  const variant = "89ab"[Number.parseInt(hash[16] ?? "0", 16) % 4];
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `${variant}${hash.slice(17, 20)}`];
  return `urn:uuid:${[...groups, hash.slice(20, 32)].join("-")}`;
}

function partRef({ name, version }: InsidePart): string {
  return `${name}@${version}`;
}

function packageRef({ place, version }: InsidePackage): string {
  return `npm:${place}@${version}`;
}

function partComponent(part: InsidePart) {
  return {
    "bom-ref": partRef(part),
    type: part.type,
    name: part.name,
    version: part.version,
    ...(part.sha256 === null ? {} : { hashes: [{ alg: "SHA-256", content: part.sha256 }] }),
    ...licences(part.licence),
    ...(part.purl === null ? {} : { purl: part.purl }),
    ...website(part.homepage),
  };
}

function packageComponent(each: InsidePackage) {
  const [group, name] = each.name.startsWith("@") ? each.name.split("/") : [null, each.name];
  return {
    "bom-ref": packageRef(each),
    type: "library",
    ...(group === null ? {} : { group }),
    name,
    version: each.version,
    hashes: [{ alg: "SHA-512", content: each.sha512 }],
    ...licences(each.licence),
    purl: `pkg:npm/${each.name.replace("@", "%40")}@${each.version}`,
    ...website(each.homepage),
    ...(each.within === null ? {} : { properties: [{ name: "memoryd:in-bundle-of", value: each.within }] }),
  };
}

function licences(expression: string) {
  if (expression === "") return {};
  const isOne = /^[A-Za-z0-9.-]+$/.test(expression);
  return { licenses: isOne ? [{ license: { id: expression } }] : [{ expression }] };
}

function website(homepage: string) {
  return URL.canParse(homepage) ? { externalReferences: [{ type: "website", url: homepage }] } : {};
}
