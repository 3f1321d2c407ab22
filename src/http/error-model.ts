// The one body that every error has.
import { Type } from "@sinclair/typebox";

export const ErrorBody = Type.Object(
  {
    message: Type.String({ description: "What went wrong, for a person. It never repeats what the caller sent." }),
    code: Type.String({
      description: "What went wrong, for a program.",
      examples: ["invalid_request", "lesson_not_found"],
    }),
    request_id: Type.String({
      description: "The request's id, as in the X-Request-Id header and in the service's log.",
    }),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: "Small facts about the error, such as the `field` at fault.",
      }),
    ),
  },
  { title: "Error", description: "An error." },
);
