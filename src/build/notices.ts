// The licences of everything inside the executable, as one text.
import type { Inside } from "./bill-of-materials.ts";
import type { InsidePackage } from "./packages-inside.ts";

const RULE = "-".repeat(100);

/** `apacheText`: the licence's full text, for packages that only name it. */
export function writeNotices({ packages, parts }: Inside, apacheText: string): string {
  const sections = [
    ...parts.map(({ name, version, licence, notice }) => section([`${name} ${version}${inBrackets(licence)}`], notice)),
    ...byText(packages, apacheText).map(([text, holders]) => section(holders.map(headOf), text)),
  ];
  const head = `memoryd holds what follows, each under its own licence. memoryd itself is licensed under the Apache License,
Version 2.0, whose text is among these. Packages marked "in X" lie, or may lie, in the bundle that X is published as.`;
  return `${head}\n\n${sections.join("\n\n")}\n`;
}

function section(heads: readonly string[], text: string): string {
  return [RULE, ...heads, RULE, "", text].join("\n");
}

function headOf({ name, version, licence, within }: InsidePackage): string {
  return `${name} ${version}${inBrackets(licence)}${within === null ? "" : ` in ${within}`}`;
}

function inBrackets(licence: string): string {
  return licence === "" ? "" : ` (${licence})`;
}

/** Packages of the same text stand together, in the order of their first. */
function byText(packages: readonly InsidePackage[], apacheText: string): [string, InsidePackage[]][] {
  const groups = new Map<string, InsidePackage[]>();
  for (const each of packages) {
    const text = each.licenceText === "" ? standardText(each, apacheText) : each.licenceText;
    groups.set(text, [...(groups.get(text) ?? []), each]);
  }
  return [...groups];
}

/** For packages that name a licence and do not carry its text. */
function standardText({ licence, author, name }: InsidePackage, apacheText: string): string {
  const holder = `Copyright ${author === "" ? `the authors of ${name}` : author}`;
  if (licence === "MIT") return `${holder}\n\n${MIT}`;
  if (licence === "ISC") return `${holder}\n\n${ISC}`;
  if (licence === "Apache-2.0") return apacheText;
  throw new Error(`${name} carries no licence text, and ${licence || "no licence"} is not among those known here.`);
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const ISC = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;
