// The answers of the health routes.
import { Type } from "@sinclair/typebox";

export const Liveness = Type.Object(
  { status: Type.Literal("ok", { description: "Always `ok`." }) },
  { title: "Liveness", description: "The process is alive." },
);

const Outcome = Type.Union([Type.Literal("ok"), Type.Literal("warning"), Type.Literal("failing")], {
  description: "`warning`: it works, and the operator should look.",
});

const Detail = Type.Union([Type.String(), Type.Number(), Type.Null()]);

export const Health = Type.Object(
  {
    status: Type.Union([Type.Literal("ok"), Type.Literal("failing")], { description: "`ok` when no check fails." }),
    checks: Type.Record(Type.String(), Outcome, { description: "The outcome of each check, by its name." }),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Detail), {
        description: "Numbers and messages of the checks, where an admin key is sent.",
      }),
    ),
  },
  { title: "Health", description: "Whether the service can take traffic, check by check." },
);
