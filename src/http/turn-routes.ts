// The loop of a turn: prepare, verify, record.
import { Type } from "@sinclair/typebox";
import { type AccountDeps, allowanceOf } from "../accounts/keep-accounts.ts";
import type { RetrievalMode } from "../domain/account-settings.ts";
import type { BrainKey } from "../domain/brain.ts";
import { invalidRequest, MemoryError } from "../domain/errors.ts";
import type { Limits } from "../domain/limits.ts";
import { type PrepareTurnDeps, prepareTurn } from "../turns/prepare-turn.ts";
import { previewTurn } from "../turns/preview-turn.ts";
import { HISTORY_TURNS_MAX } from "../turns/read-history.ts";
import { type RecordTurnDeps, recordTurn } from "../turns/record-turn.ts";
import { shownSource } from "../turns/shown-source.ts";
import { type Verdict, type VerifyAnswerDeps, verifyAnswer } from "../turns/verify-answer.ts";
import { CORE_SERVED_HEADER, readBrainHeaders } from "./brain-headers.ts";
import { instant, metadata, sessionName, text, timeOrAbsent, wholeNumber } from "./kinds.ts";
import { Ok, Turn, VerifyResult } from "./models.ts";
import { type Route, type RouteContext, route } from "./route.ts";
import { EXPLAIN_FOR_ADMINS, explain, inputText, MODE_FOR_ADMINS, modeField } from "./turn-fields.ts";

/** Longer than any token; what is longer is unknown anyway. */
const TOKEN_CHARS_MAX = 200;

function answerText(limits: Limits, description: string) {
  return text({ description, minLength: 1, maxLength: limits.answerCharsMax, examples: ["You like metric units."] });
}

const turnToken = text({
  description: "The `turn_token` of the matching `/prepare`.",
  minLength: 1,
  maxLength: TOKEN_CHARS_MAX,
});

type TurnContext = Pick<RouteContext<{ readonly brain: "of-turn" }>, "brain" | "request" | "set">;

/** A turn that was prepared before its core spilled over the plan belongs to the core's own brain. */
async function inBrainOfTurn<T>(
  { brain: served, request, set }: TurnContext,
  use: (brain: BrainKey) => Promise<T>,
): Promise<T> {
  try {
    return await use(served);
  } catch (error) {
    const { core } = readBrainHeaders(request.headers);
    const isOther = error instanceof MemoryError && error.code === "token_other_brain";
    if (!isOther || core === null || core === served.core) throw error;
    delete set.headers[CORE_SERVED_HEADER];
    return use({ ...served, core });
  }
}

export type TurnRoutesDeps = PrepareTurnDeps &
  RecordTurnDeps &
  VerifyAnswerDeps &
  AccountDeps & {
    readonly limits: Limits;
  };

export function turnRoutes(service: TurnRoutesDeps): Route[] {
  return [prepareRoute(service), verifyRoute(service), recordRoute(service)];
}

/** What the rules of the body's fields together are about. */
interface PrepareRequest {
  readonly history?: number;
  readonly session?: string;
  readonly dry_run?: boolean;
  readonly mode?: RetrievalMode;
}

function prepareRoute(service: TurnRoutesDeps): Route {
  const { limits } = service;
  const name = (description: string) => text({ description, minLength: 1, maxLength: limits.nameCharsMax });
  return route(
    {
      method: "POST",
      path: "/prepare",
      access: "agent",
      brain: "of-request",
      body: Type.Object(
        {
          input: inputText(limits),
          model: Type.Optional(name("The model that will answer; its context size sets how much memory is quoted.")),
          constitution: Type.Optional(name("The constitution to apply; `default` where absent.")),
          session: Type.Optional(sessionName("Your own name of the conversation, kept with the turn.")),
          occurred_at: Type.Optional(
            instant({ description: "When the turn happened, if not now; kept with the turn." }),
          ),
          metadata: Type.Optional(metadata("Kept with the turn, and filtered by.")),
          history: Type.Optional(
            wholeNumber(
              "How many of the last recorded turns of `session` stand between the brief and the input, as messages of user and assistant. They have as many tokens as the quoted memory has, and are not quoted in it.",
              0,
              HISTORY_TURNS_MAX,
            ),
          ),
          explain,
          dry_run: Type.Optional(
            Type.Boolean({
              description:
                "True: the brief alone. `turn_token` is null, and nothing is counted, stored, renewed or made. Admin keys only.",
            }),
          ),
          mode: modeField("With `dry_run`: ranked in this mode, whatever the account's setting is."),
        },
        {
          title: "PrepareRequest",
          description: "A turn that begins.",
          examples: [{ input: "Which units do I like?" }],
        },
      ),
      forAdmins: { explain: EXPLAIN_FOR_ADMINS, dry_run: "dry runs are for admin keys", mode: MODE_FOR_ADMINS },
      checkBody: async ({ history = 0, session, dry_run, mode }: PrepareRequest) => {
        if (history > 0 && session === undefined) throw invalidRequest("`history` needs a `session`.", "history");
        if (mode !== undefined && dry_run !== true) throw invalidRequest("`mode` needs `dry_run`.", "mode");
      },
      responses: { 200: Turn },
      errors: [503],
      operationId: "prepareTurn",
      demand: ({ dry_run }: PrepareRequest) => (dry_run === true ? "nothing" : "turn"),
      counted: "work",
      tag: "Turn",
      summary: "Build the context of a turn",
      description:
        "Finds the memory and the standing rules for the input and writes the brief. No model is called. Where `allowed` is false, skip generation and surface `reason`; otherwise give `messages` to your model and `turn_token` to `/record`.",
    },
    async ({ brain, body, request }) => {
      const asked = {
        brain,
        signal: request.signal,
        input: body.input,
        model: body.model,
        constitution: body.constitution,
        session: body.session,
        occurredAt: timeOrAbsent(body.occurred_at),
        history: body.history,
        explain: body.explain,
      };
      const turn =
        body.dry_run === true
          ? await previewTurn(service, { ...asked, mode: body.mode })
          : await prepareTurn(service, {
              ...asked,
              metadata: body.metadata,
              allowance: await allowanceOf(service, brain.account),
            });
      const { messages, coherence, sources, allowed, reason, turnToken } = turn;
      return { messages, coherence, sources: sources.map(shownSource), allowed, reason, turn_token: turnToken };
    },
  );
}

function recordRoute(service: TurnRoutesDeps): Route {
  return route(
    {
      method: "POST",
      path: "/record",
      access: "agent",
      brain: "of-turn",
      body: Type.Object(
        {
          turn_token: turnToken,
          answer: answerText(service.limits, "What your model answered; if a human edited it, the text that shipped."),
          correction: Type.Optional(
            Type.Boolean({ description: "True: the input corrects what went before, so it counts more." }),
          ),
        },
        {
          title: "RecordRequest",
          description: "A turn that is answered.",
          examples: [{ turn_token: "the turn_token of /prepare", answer: "You like metric units." }],
        },
      ),
      responses: { 200: Ok },
      errors: [404, 409, 410],
      operationId: "recordTurn",
      demand: "record",
      counted: "work",
      tag: "Turn",
      summary: "Record what was answered",
      description:
        "Stores the turn; when it answers 200 the turn is on disk. The same token with the same answer again is 200 and stores nothing new; with another answer it is 409.",
    },
    async (context) => {
      const { identity, body } = context;
      const { turn_token: turnToken, answer } = body;
      const turn = { identity, turnToken, answer, correction: body.correction === true };
      await inBrainOfTurn(context, (brain) => recordTurn(service, { ...turn, brain }));
      return { ok: true as const };
    },
  );
}

function verifyRoute(service: TurnRoutesDeps): Route {
  return route(
    {
      method: "POST",
      path: "/verify",
      access: "agent",
      brain: "of-request",
      body: Type.Object(
        {
          answer: answerText(service.limits, "The draft answer."),
          turn_token: Type.Optional(turnToken),
          input: Type.Optional(
            text({
              description: "Without a `turn_token`: the message that the draft answers. Admin keys only.",
              minLength: 1,
              maxLength: service.limits.inputCharsMax,
              nonBlank: true,
            }),
          ),
          explain: Type.Optional(Type.Boolean({ description: "True: the answer gains `sentences`. Admin keys only." })),
        },
        { title: "VerifyRequest", description: "A draft answer.", examples: [{ answer: "You like metric units." }] },
      ),
      forAdmins: { explain: EXPLAIN_FOR_ADMINS, input: "an input without a turn is for admin keys" },
      checkBody: async ({ input, turn_token }: { readonly input?: string; readonly turn_token?: string }) => {
        if (input === undefined || turn_token === undefined) return;
        throw invalidRequest("`input` goes without a `turn_token`, whose turn has its own.", "input");
      },
      responses: { 200: VerifyResult },
      errors: [404, 409, 410],
      operationId: "verifyAnswer",
      demand: "nothing",
      counted: "work",
      tag: "Turn",
      summary: "Score a draft answer",
      description:
        "Says whether the answer breaks a prohibition, does what a standing rule forbids, or contradicts memory. Consumes and stores nothing. Without a token it is scored against the brain alone.",
    },
    async (context) => {
      const { identity, body } = context;
      const { signal } = context.request;
      const { answer, turn_token: turnToken = null, input: question, explain: explained } = body;
      const draft = { identity, answer, turnToken, question, explain: explained, signal };
      return inBrainOfTurn(context, async (brain) => shownVerdict(await verifyAnswer(service, { ...draft, brain })));
    },
  );
}

function shownVerdict({ contradictions, sentences, ...verdict }: Verdict) {
  const withId = <T extends object>({ sourceId, ...each }: T & { readonly sourceId: string | null }) => ({
    ...each,
    source_id: sourceId,
  });
  return {
    ...verdict,
    contradictions: contradictions.map((each) => withId(each)),
    ...(sentences === null ? {} : { sentences: sentences.map((each) => withId(each)) }),
  };
}
