// One entry of the audit: what was done, to what, by whom.
import type { Model } from "../../api.ts";
import { Badge, Time } from "../../parts/basics.tsx";
import { useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { detailsOf } from "./audit-words.ts";

const told = words.care.audit;

export function AuditEntry(props: { entry: Model["AuditEntry"] }) {
  const { seq, at, actor, action, target, details } = props.entry;
  const more = detailsOf(details);
  return (
    <div class="audit-entry">
      <p class="audit-what">
        <span title={action}>{told.actions[action] ?? action}</span> <code class="path">{target}</code>
      </p>
      <p class="muted">
        <Time at={at} /> · {told.by} <Actor actor={actor} /> · <span title={told.entry(seq)}>#{seq}</span>
        {more.length > 0 && ` · ${more.join(" · ")}`}
      </p>
    </div>
  );
}

function Actor({ actor }: { actor: string }) {
  const session = useSession();
  if (actor === "shell" || actor === "service") return <>{told.actors[actor]}</>;
  return (
    <>
      {told.key(actor)} {actor === session.key_id && <Badge tone="accent">{told.you}</Badge>}
    </>
  );
}
