// The answers of the health routes.
import { Type } from "@sinclair/typebox";

export const Liveness = Type.Object(
  { status: Type.Literal("ok", { description: "Always `ok`." }) },
  { title: "Liveness", description: "The process is alive." },
);

const Outcome = Type.Union([Type.Literal("ok"), Type.Literal("failing")]);

export const Health = Type.Object(
  {
    status: Type.Union([Type.Literal("ok"), Type.Literal("failing")], { description: "`ok` when every check is." }),
    checks: Type.Record(Type.String(), Outcome, { description: "The outcome of each check, by its name." }),
  },
  { title: "Health", description: "Whether the service can take traffic, check by check." },
);
