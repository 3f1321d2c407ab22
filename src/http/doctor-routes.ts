// What the doctor finds wrong with the running service, for its operator.
import { Type } from "@sinclair/typebox";
import { requireGovernor } from "../accounts/keep-accounts.ts";
import type { ServiceCare } from "../domain/ports/service-care.ts";
import { OneOf } from "./fields.ts";
import { type Route, route } from "./route.ts";

const LEVELS = ["error", "warning", "note"] as const;

const DoctorFinding = Type.Object(
  {
    code: Type.String({ description: "A word for programs, stable.", examples: ["backup_old"] }),
    level: OneOf(
      "FindingLevel",
      LEVELS,
      "`error`: it does not work, or memory is in danger; `warning`: it will not go well for long; `note`: good to know.",
    ),
    where: Type.String({ description: "A path, a table, a key's id or a setting." }),
    message: Type.String({ description: "What is wrong, in a sentence." }),
    fix: Type.String({ description: "What to do: a command or a sentence." }),
  },
  { title: "DoctorFinding", description: "One thing that is wrong." },
);

const Diagnosis = Type.Object(
  {
    ok: Type.Boolean({ description: "Whether no finding is an `error`." }),
    findings: Type.Array(DoctorFinding, { description: "What is wrong, the most urgent first." }),
  },
  { title: "Diagnosis", description: "What the doctor finds." },
);

export interface DoctorRoutesDeps {
  readonly care: Pick<ServiceCare, "diagnose">;
}

export function doctorRoutes(service: DoctorRoutesDeps): Route[] {
  return [
    route(
      {
        method: "GET",
        path: "/admin/doctor",
        access: "admin",
        responses: { 200: Diagnosis },
        operationId: "getDiagnosis",
        brain: "none",
        demand: "nothing",
        counted: "work",
        tag: "Administration",
        summary: "Find what is wrong",
        description:
          "For unbound admin keys of the account `default`: what `memoryd doctor` says of data, settings and machine, without a whole reading of the data (`--deep`). Looks through the rows on a thread of its own.",
      },
      async ({ identity, silence }) => {
        requireGovernor(identity, "what the doctor finds is for");
        // Rows of a large brain take a while to be counted.
        silence.lift();
        const findings = await service.care.diagnose().finally(silence.renew);
        return {
          ok: findings.every(({ level }) => level !== "error"),
          findings: findings.map(({ code, level, where, what, fix }) => ({ code, level, where, message: what, fix })),
        };
      },
    ),
  ];
}
