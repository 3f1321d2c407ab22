// Memory written and changed without a turn.
import { Type } from "@sinclair/typebox";
import { type AccountDeps, allowanceOf } from "../accounts/keep-accounts.ts";
import { doneBy } from "../domain/audit.ts";
import type { Limits } from "../domain/limits.ts";
import { NO_METADATA } from "../domain/metadata.ts";
import { type ChangeMemoryDeps, changeMemory } from "../turns/change-memory.ts";
import { type RememberMemoryDeps, rememberMemory } from "../turns/remember-memory.ts";
import { instant, metadata, sessionName, text, timeOrAbsent } from "./kinds.ts";
import { IdParams } from "./memory-routes.ts";
import { MemoryDetail } from "./models.ts";
import { type Route, route } from "./route.ts";
import { shownDetail } from "./shown-memory.ts";

const common = { access: "agent", brain: "of-request", tag: "Memory", counted: "work" } as const;

export type MemoryWritingDeps = RememberMemoryDeps &
  ChangeMemoryDeps &
  AccountDeps & {
    readonly limits: Limits;
  };

export function memoryWritingRoutes(service: MemoryWritingDeps): Route[] {
  return [addMemoryRoute(service), changeMemoryRoute(service)];
}

function inputText({ inputCharsMax }: Limits) {
  return text({
    description: "What is to be remembered, or what the user said.",
    minLength: 1,
    maxLength: inputCharsMax,
    nonBlank: true,
    examples: ["I moved to Porto in May."],
  });
}

function addMemoryRoute(service: MemoryWritingDeps): Route {
  const { limits } = service;
  return route(
    {
      ...common,
      method: "POST",
      path: "/memory",
      body: Type.Object(
        {
          input: inputText(limits),
          answer: Type.Optional(
            text({ description: "What was answered, if anything.", minLength: 1, maxLength: limits.answerCharsMax }),
          ),
          session: Type.Optional(sessionName("Your own name of the conversation that it belongs to.")),
          occurred_at: Type.Optional(instant({ description: "When it happened, if not now." })),
          metadata: Type.Optional(metadata("Kept with it, and filtered by.")),
        },
        {
          title: "AddMemoryRequest",
          description: "Something to remember.",
          examples: [{ input: "I moved to Porto in May.", metadata: { topic: "travel", verified: true } }],
        },
      ),
      responses: { 201: MemoryDetail },
      operationId: "addMemory",
      demand: "brain",
      summary: "Remember something",
      description:
        "Stores a memory without a turn; when it answers 201 the memory is on disk. What it says is read and learned from as if the user had said it in a turn. It counts as no turn. Sent twice, it is stored twice.",
    },
    async ({ brain, body, request }) => {
      const packet = await rememberMemory(service, {
        brain,
        allowance: await allowanceOf(service, brain.account),
        input: body.input,
        answer: body.answer ?? "",
        session: body.session ?? null,
        occurredAt: timeOrAbsent(body.occurred_at) ?? null,
        metadata: body.metadata ?? NO_METADATA,
        signal: request.signal,
      });
      return shownDetail(packet);
    },
  );
}

function changeMemoryRoute(service: MemoryWritingDeps): Route {
  const { limits } = service;
  return route(
    {
      ...common,
      method: "PATCH",
      path: "/memory/:id",
      params: IdParams,
      body: Type.Object(
        {
          input: Type.Optional(inputText(limits)),
          answer: Type.Optional(
            text({ description: "What was answered; empty: nothing was.", maxLength: limits.answerCharsMax }),
          ),
          metadata: Type.Optional(metadata("In place of all that is there.")),
        },
        {
          title: "ChangeMemoryRequest",
          minProperties: 1,
          description: "What changes of the memory: at least one of these.",
          examples: [{ input: "I moved to Porto in June.", metadata: { topic: "travel" } }],
        },
      ),
      responses: { 200: MemoryDetail },
      operationId: "changeMemory",
      demand: "nothing",
      summary: "Change a memory",
      description:
        "Changes texts or metadata, its embedding in the same write; the former text is erased, its bytes on disk included. Id, times and links stay. A name or occupation that the former input stated is known from it no more. Lessons that were learned from it stay as they are.",
    },
    async ({ brain, identity, params, body, request }) => {
      const { input, answer, metadata } = body;
      const by = doneBy(identity, service.clock);
      const change = { brain, id: params.id, input, answer, metadata, by, signal: request.signal };
      return shownDetail(await changeMemory(service, change));
    },
  );
}
