// The files of docs/deploy that run the image: their own tools take them, and they fit the image and the service.
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { environmentName, SETTING_NAMES, SETTINGS } from "../../src/config/settings.ts";
import { openLab } from "../e2e/executable.ts";
import {
  COMPOSE,
  COMPOSE_NODES,
  inCompose,
  inComposeOfNodes,
  inKubernetes,
  KUBERNETES,
  KUBERNETES_NODES,
} from "./deployments.ts";

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

describe.each([
  ["compose.yaml", COMPOSE],
  ["nodes/compose.yaml", COMPOSE_NODES],
])("%s", (_name, file) => {
  test.skipIf(compose === null)("is what docker-compose takes, and not with a wrong word", () => {
    const config = (each: string) => [compose ?? "", "--file", each, "config", "--quiet"];
    expect(judged(config, file, ["read_only", "readonly"])).toEqual([0, 1]);
  });
});

describe.each([
  ["kubernetes.yaml", KUBERNETES],
  ["nodes/kubernetes.yaml", KUBERNETES_NODES],
])("%s", (_name, file) => {
  test.skipIf(kubernetes === null)("is what Kubernetes' schemas take, and not with a wrong word", () => {
    const validate = (each: string) => [kubernetes ?? "", "--strict", each];
    expect(judged(validate, file, ["readOnlyRootFilesystem", "readonlyRoot"])).toEqual([0, 1]);
  });
});

test("all run the image of this version", () => {
  const images = [inCompose(), ...inComposeOfNodes()].map(({ image }) => image);
  expect(new Set(images)).toEqual(new Set([`memoryd:${version}`]));
  for (const file of [KUBERNETES, KUBERNETES_NODES]) {
    expect(inKubernetes(file).container.image).toEndWith(`/memoryd:${version}`);
  }
});

test("the service would start with the variables of each", async () => {
  const ofCompose = [inCompose(), ...inComposeOfNodes()].map(({ environment }) => Object.entries(environment));
  const ofKubernetes = [KUBERNETES, KUBERNETES_NODES].map((file) =>
    inKubernetes(file).variables.map((each): [string, string] => [each.split("=")[0]!, each.replace(/^\w+=/, "")]),
  );
  const known = SETTING_NAMES.map(environmentName);
  const url = join(lab.directory(), "database-url");
  writeFileSync(url, "postgres://memoryd:secret@127.0.0.1:1/memory", { mode: 0o600 });
  for (const pairs of [...ofCompose, ...ofKubernetes]) {
    const variables = Object.fromEntries(pairs);
    expect(Object.keys(variables).filter((name) => !known.includes(name))).toEqual([]);
    // The volumes are not there, and others may not make them.
    const volumes = { MEMORYD_DATA_DIR: lab.directory(), MEMORYD_BACKUP_DIR: lab.directory() };
    const secrets = Object.keys(variables).filter((name) => /^\/(?:run\/)?secrets\//.test(variables[name] ?? ""));
    const ofSecrets = secrets.map((name) => [name, name.includes("DATABASE") ? url : join(lab.directory(), "key")]);
    const env = { ...variables, ...volumes, ...Object.fromEntries(ofSecrets), MEMORYD_HOST: "0.0.0.0" };
    expect(await lab.run(["config", "check"], { env })).toMatchObject({ code: 0, stderr: "" });
  }
});

test.each([
  [KUBERNETES, 1],
  [KUBERNETES_NODES, 3],
])(
  "Kubernetes asks the paths and ports that there are, and sets no variable of a setting by itself: %#",
  (file, runs) => {
    const { container, replicas, enableServiceLinks } = inKubernetes(file);
    expect([replicas, enableServiceLinks]).toEqual([runs, false]);
    expect(container.ports).toEqual([
      { name: "http", containerPort: SETTINGS.port.default },
      { name: "metrics", containerPort: 9464 },
    ]);
    const { startupProbe, readinessProbe, livenessProbe } = container;
    const asked = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => `${httpGet.path} ${httpGet.port}`);
    expect(asked).toEqual(["/livez http", "/readyz http", "/livez http"]);
  },
);
