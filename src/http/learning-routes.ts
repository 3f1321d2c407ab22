// Learning: the caller's own distillation, and the service's.
import { Type } from "@sinclair/typebox";
import type { Limits } from "../domain/limits.ts";
import { type PrepareSynthesisDeps, prepareSynthesis } from "../learning/prepare-synthesis.ts";
import { type RecordSynthesisDeps, recordSynthesis } from "../learning/record-synthesis.ts";
import type { ForeseenPass } from "../learning/run-learning-pass.ts";
import type { Learner } from "../learning/sync-brain.ts";
import { text } from "./kinds.ts";
import { RecordedSynthesis, Synced, SynthesisPlan } from "./learning-models.ts";
import { type Route, route } from "./route.ts";

const TOKEN_CHARS_MAX = 200;
/** As many as a pass can have: one a packet. */
const CLUSTERS_MAX = 2_000;

const common = { method: "POST", brain: "of-request", tag: "Learning" } as const;

export type LearningRoutesDeps = PrepareSynthesisDeps &
  RecordSynthesisDeps & {
    readonly limits: Limits;
    readonly learner: Pick<Learner, "sync" | "foresee">;
  };

export function learningRoutes(service: LearningRoutesDeps): Route[] {
  return [prepareRoute(service), recordRoute(service), syncRoute(service)];
}

function prepareRoute(service: LearningRoutesDeps): Route {
  return route(
    {
      ...common,
      path: "/synthesize/prepare",
      access: "admin",
      responses: { 200: SynthesisPlan },
      operationId: "prepareSynthesis",
      demand: "learning",
      counted: "work",
      summary: "Plan a learning pass",
      description:
        "Clusters the turns that no pass has scanned and hands out those worth a rule. No model is called: feed `system` and each cluster's `prompt` to your own, which answers with one imperative rule or NONE.",
    },
    async ({ brain }) => {
      const plan = await prepareSynthesis(service, brain);
      return {
        synthesis_token: plan.synthesisToken,
        system: plan.system,
        packets_scanned: plan.packetsScanned,
        clusters: plan.clusters.map(({ id, prompt, sources, fromCorrection }) => ({
          id,
          prompt,
          n_sources: sources,
          from_correction: fromCorrection,
        })),
      };
    },
  );
}

function recordRoute(service: LearningRoutesDeps): Route {
  return route(
    {
      ...common,
      path: "/synthesize/record",
      access: "admin",
      body: Type.Object(
        {
          synthesis_token: text({
            description: "The `synthesis_token` of the matching plan.",
            minLength: 1,
            maxLength: TOKEN_CHARS_MAX,
          }),
          lessons: Type.Array(
            Type.Object(
              {
                cluster_id: text({
                  description: "The cluster's `id` in the plan.",
                  minLength: 1,
                  maxLength: TOKEN_CHARS_MAX,
                }),
                text: Type.Optional(
                  text({
                    description: "The rule; null, absent or `NONE`: the cluster holds nothing durable.",
                    minLength: 1,
                    maxLength: service.limits.lessonCharsMax,
                    nonBlank: true,
                  }),
                ),
              },
              { title: "DistilledCluster", description: "What your model made of a cluster." },
            ),
            {
              maxItems: CLUSTERS_MAX,
              description: "What your model made of the clusters; those left out are skipped.",
            },
          ),
        },
        {
          title: "RecordSynthesisRequest",
          description: "What your model made of a plan.",
          examples: [
            {
              synthesis_token: "the synthesis_token of the plan",
              lessons: [{ cluster_id: "the id of a cluster of the plan", text: "Always answer in metric units." }],
            },
          ],
        },
      ),
      responses: { 200: RecordedSynthesis },
      errors: [404, 409, 410],
      operationId: "recordSynthesis",
      demand: "learning",
      counted: "work",
      summary: "Record what was learned",
      description:
        "Stores the rules, linked to the packets of the stored plan. The token is single-use, for its own brain, and valid for an hour.",
    },
    async ({ identity, brain, body }) => {
      const done = await recordSynthesis(service, {
        identity,
        brain,
        synthesisToken: body.synthesis_token,
        lessons: body.lessons.map((lesson) => ({ clusterId: lesson.cluster_id, text: lesson.text ?? null })),
      });
      return {
        lessons_created: done.lessonsCreated,
        skipped: done.skipped,
        packets_scanned: done.packetsScanned,
        status: done.status,
        write_failed: done.writeFailed,
        error: done.error,
      };
    },
  );
}

function syncRoute(service: LearningRoutesDeps): Route {
  return route(
    {
      ...common,
      path: "/sync",
      access: "agent",
      body: Type.Object(
        {
          dry_run: Type.Optional(
            Type.Boolean({
              description: "True: the answer gains `would_learn`, and nothing is learned. Admin keys only.",
            }),
          ),
        },
        { title: "SyncRequest", description: "How the pass is run.", examples: [{}] },
      ),
      mayLackBody: true,
      forAdmins: { dry_run: "dry runs are for admin keys" },
      responses: { 200: Synced },
      operationId: "syncBrain",
      demand: "learning",
      counted: "work",
      summary: "Run a learning pass",
      description:
        "Learns from what was recorded, with the service's own distiller. While a pass of the brain runs, a second call waits for its result.",
    },
    async ({ brain, body, silence }) => {
      // An endpoint that words the rules may take minutes for all of them.
      silence.lift();
      if (body.dry_run === true) return shownForeseen(await service.learner.foresee(brain).finally(silence.renew));
      const { status, lessons } = await service.learner.sync(brain).finally(silence.renew);
      const made = lessons.map(({ id, text }) => ({ id, response_text: text }));
      return { ok: status !== "failed", learned: made.length, lessons: made };
    },
  );
}

function shownForeseen({ status, lessons }: ForeseenPass) {
  const wouldLearn = lessons.map(({ text: rule, sourceLink }) => ({ response_text: rule, source_ids: sourceLink }));
  return { ok: status !== "failed", learned: 0, lessons: [], would_learn: wouldLearn };
}
