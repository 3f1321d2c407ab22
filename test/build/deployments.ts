// The files of docs/deploy that run the image, as far as tests ask what they say.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const DEPLOY = resolve(import.meta.dir, "../../docs/deploy");
export const COMPOSE = join(DEPLOY, "compose.yaml");
export const KUBERNETES = join(DEPLOY, "kubernetes.yaml");

interface ComposeFile {
  readonly services: {
    readonly memoryd: {
      readonly image: string;
      readonly environment: Readonly<Record<string, string>>;
      readonly volumes: readonly string[];
    };
  };
}

export function inCompose() {
  return (Bun.YAML.parse(readFileSync(COMPOSE, "utf8")) as ComposeFile).services.memoryd;
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

export function inKubernetes() {
  const [set] = Bun.YAML.parse(readFileSync(KUBERNETES, "utf8")) as [StatefulSet];
  const { containers, securityContext, enableServiceLinks } = set.spec.template.spec;
  const [container] = containers;
  return {
    ...{ container, enableServiceLinks, replicas: set.spec.replicas },
    ...{ user: securityContext.runAsUser, group: securityContext.fsGroup },
    variables: container.env.map(({ name, value }) => `${name}=${value}`),
  };
}
