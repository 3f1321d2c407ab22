// The files of docs/deploy that run the image, as far as tests ask what they say.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const DEPLOY = resolve(import.meta.dir, "../../docs/deploy");
export const COMPOSE = join(DEPLOY, "compose.yaml");
export const KUBERNETES = join(DEPLOY, "kubernetes.yaml");
/** The same with several nodes. */
export const COMPOSE_NODES = join(DEPLOY, "nodes/compose.yaml");
export const KUBERNETES_NODES = join(DEPLOY, "nodes/kubernetes.yaml");
const NODES = ["a", "b", "c"] as const;

interface ComposeFile {
  readonly services: Readonly<Record<"memoryd" | (typeof NODES)[number], ComposeService>>;
}

interface ComposeService {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
}

function servicesIn(file: string): ComposeFile["services"] {
  return (Bun.YAML.parse(readFileSync(file, "utf8")) as ComposeFile).services;
}

export function inCompose() {
  return servicesIn(COMPOSE).memoryd;
}

/** Each node. */
export function inComposeOfNodes() {
  const services = servicesIn(COMPOSE_NODES);
  return NODES.map((name) => services[name]);
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface StatefulSet {
  readonly kind: "StatefulSet";
  readonly spec: {
    readonly replicas: number;
    readonly template: {
      readonly spec: {
        readonly enableServiceLinks: boolean;
        readonly securityContext: Readonly<Record<"runAsUser" | "runAsGroup" | "fsGroup", number>>;
        readonly containers: readonly [
          {
            readonly image: string;
            readonly env: readonly { readonly name: string; readonly value: string }[];
            readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
            readonly startupProbe: Probe;
            readonly readinessProbe: Probe;
            readonly livenessProbe: Probe;
          },
        ];
      };
    };
  };
}

/** The first object of the manifest. */
export function inKubernetes(file = KUBERNETES) {
  const [set] = Bun.YAML.parse(readFileSync(file, "utf8")) as [StatefulSet];
  const { containers, securityContext, enableServiceLinks } = set.spec.template.spec;
  const [container] = containers;
  return {
    ...{ container, enableServiceLinks, replicas: set.spec.replicas },
    ...{ user: securityContext.runAsUser, group: securityContext.fsGroup },
    variables: container.env.map(({ name, value }) => `${name}=${value}`),
  };
}
