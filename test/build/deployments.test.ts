// The files of docs/deploy that run the image: their own tools take them, and they fit the image and the service.
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { environmentName, SETTING_NAMES, SETTINGS } from "../../src/config/settings.ts";
import { openLab } from "../e2e/executable.ts";
import { COMPOSE, inCompose, inKubernetes, KUBERNETES } from "./deployments.ts";

const lab = openLab();
const compose = Bun.which("docker-compose");
const kubernetes = Bun.which("kubernetes-validate");
if (compose === null) console.log("SKIPPED: without docker-compose nobody judges compose.yaml.");
if (kubernetes === null) console.log("SKIPPED: without kubernetes-validate nobody judges kubernetes.yaml.");

/** The exit code of a tool that is given the file, and a changed copy of it. */
function judged(command: (file: string) => string[], file: string, [from, to]: readonly [string, string]): number[] {
  const changed = join(lab.directory(), "changed.yaml");
  writeFileSync(changed, readFileSync(file, "utf8").replace(from, to));
  return [file, changed].map((each) => Bun.spawnSync(command(each)).exitCode);
}

test.skipIf(compose === null)("docker-compose takes the file, and not one with a wrong word", () => {
  const config = (file: string) => [compose ?? "", "--file", file, "config", "--quiet"];
  expect(judged(config, COMPOSE, ["read_only", "readonly"])).toEqual([0, 1]);
});

test.skipIf(kubernetes === null)("Kubernetes' schemas take the manifest, and not one with a wrong word", () => {
  const validate = (file: string) => [kubernetes ?? "", "--strict", file];
  expect(judged(validate, KUBERNETES, ["readOnlyRootFilesystem", "readonlyRoot"])).toEqual([0, 1]);
});

test("both run the image of this version", () => {
  expect(inCompose().image).toBe(`memoryd:${version}`);
  expect(inKubernetes().container.image).toEndWith(`/memoryd:${version}`);
});

test("the service would start with the variables of each", async () => {
  const ofCompose = Object.entries(inCompose().environment).map(([name, value]) => `${name}=${value}`);
  for (const variables of [ofCompose, inKubernetes().variables]) {
    const pairs = variables.map((each): [string, string] => [each.split("=")[0]!, each.replace(/^\w+=/, "")]);
    const known = SETTING_NAMES.map(environmentName);
    expect(pairs.filter(([name]) => !known.includes(name))).toEqual([]);
    // The volumes are not there, and others may not make them.
    const volumes = { MEMORYD_DATA_DIR: lab.directory(), MEMORYD_BACKUP_DIR: lab.directory() };
    const env = { ...Object.fromEntries(pairs), ...volumes, MEMORYD_HOST: "0.0.0.0" };
    expect(await lab.run(["config", "check"], { env })).toMatchObject({ code: 0, stderr: "" });
  }
});

test("Kubernetes asks the paths and ports that there are, runs one, and sets no variable of a setting by itself", () => {
  const { container, replicas, enableServiceLinks } = inKubernetes();
  expect([replicas, enableServiceLinks]).toEqual([1, false]);
  expect(container.ports).toEqual([
    { name: "http", containerPort: SETTINGS.port.default },
    { name: "metrics", containerPort: 9464 },
  ]);
  const { startupProbe, readinessProbe, livenessProbe } = container;
  const asked = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => `${httpGet.path} ${httpGet.port}`);
  expect(asked).toEqual(["/livez http", "/readyz http", "/livez http"]);
});
