// What the command healthcheck does: one request to /readyz, on this machine unless told otherwise.

import { withoutLastSlashes } from "../base/listed-endpoint.ts";
import { localUrl } from "../base/local-host.ts";
import type { HealthcheckContext } from "../cli/healthcheck.ts";
import { failingOf } from "../cli/seen-service.ts";
import { noAnswer } from "./ask-server.ts";
import type { CommandParts } from "./command-parts.ts";

/** A service that takes longer hangs; what supervises it waits a little longer. */
const ANSWERED_WITHIN_MS = 3_000;

export function createHealthcheckCommand({ settingsFor }: CommandParts): Pick<HealthcheckContext, "whyUnready"> {
  const ofSettings = (config: string | undefined) => {
    const { host, port, tls_cert: cert } = settingsFor({}, config);
    return localUrl({ host, port, isTls: cert !== "" });
  };
  return {
    async whyUnready(given, config) {
      const url = withoutLastSlashes(given ?? ofSettings(config));
      let response: Response;
      try {
        response = await fetch(`${url}/readyz`, {
          ...{ signal: AbortSignal.timeout(ANSWERED_WITHIN_MS), redirect: "manual", verbose: false, proxy: false },
          // Nothing is sent, and the certificate is for the name that clients use.
          tls: { rejectUnauthorized: false },
        } as RequestInit);
      } catch (error) {
        return noAnswer(url, error);
      }
      const answer = (await response.json().catch(() => null)) as { checks?: Record<string, string> } | null;
      if (answer?.checks === undefined) return `${url} answered ${response.status}, and is no memoryd`;
      return response.ok ? null : `the service at ${url} is not ready: ${failingOf(answer.checks).join(", ")}`;
    },
  };
}
