// What the routes of learning answer, field by field.
import { Type } from "@sinclair/typebox";
import { Count, Nullable, OneOf } from "./fields.ts";

const SynthesisCluster = Type.Object(
  {
    id: Type.String({ description: "Names the cluster in `/synthesize/record`." }),
    prompt: Type.String({ description: "The turns of the cluster, quoted, corrections first and marked." }),
    n_sources: Count("Packets in the cluster."),
    from_correction: Type.Boolean({ description: "Whether a correction is among them." }),
  },
  { title: "SynthesisCluster", description: "Turns that may teach one rule." },
);

export const SynthesisPlan = Type.Object(
  {
    synthesis_token: Nullable(
      Type.String(),
      "Single-use handle for `/synthesize/record`, valid for an hour; null when there is nothing to learn.",
    ),
    system: Type.String({ description: "The distillation instruction for your model." }),
    packets_scanned: Count("Packets that were examined."),
    clusters: Type.Array(SynthesisCluster, { description: "The clusters worth a rule; empty when there are none." }),
  },
  { title: "SynthesisPlan", description: "What your model is to distil." },
);

export const PassStatus = OneOf(
  "PassStatus",
  ["ok", "partial", "failed"],
  "`partial`: some rules could not be written. `failed`: none; nothing was stored or consumed.",
);

export const RecordedSynthesis = Type.Object(
  {
    lessons_created: Count("Lessons that were made."),
    skipped: Count(
      "Clusters without a new rule: NONE, left out, known already, deleted for good, or all of its turns erased.",
    ),
    packets_scanned: Count("Packets that the plan examined."),
    status: PassStatus,
    write_failed: Count("Rules that could not be written."),
    error: Nullable(Type.String(), "What went wrong; null where nothing did."),
  },
  { title: "RecordedSynthesis", description: "What became of the rules." },
);

export const Synced = Type.Object(
  {
    ok: Type.Boolean({ description: "False: the pass failed, and nothing was stored." }),
    learned: Count("New lessons."),
    lessons: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: "Identifier of the lesson." }),
          response_text: Type.String({ description: "The rule." }),
        },
        { title: "LearnedLesson", description: "A lesson that the pass made." },
      ),
      { description: "The new lessons." },
    ),
    would_learn: Type.Optional(
      Type.Array(
        Type.Object(
          {
            response_text: Type.String({ description: "The rule." }),
            source_ids: Type.Array(Type.String(), {
              description: "Identifiers of the packets that it would come from.",
            }),
          },
          { title: "ForeseenLesson", description: "A lesson that a pass would make." },
        ),
        { description: "The lessons that a pass would make now; only in a dry run." },
      ),
    ),
  },
  { title: "Synced", description: "What a learning pass did." },
);
