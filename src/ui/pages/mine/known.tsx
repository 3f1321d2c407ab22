// What is known of somebody at a glance: name and occupation, lasting preferences, rules.
import type { Brain, Model } from "../../api.ts";
import { readLessons } from "../../brain-requests.ts";
import { useLoad } from "../../load.ts";
import { loadAll } from "../../load-all.ts";
import { Badge, Card, Empty, MemoryText, Shown, Time } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";

const told = words.mine.known;

export function Known({ brain, profile }: { brain: Brain; profile: Model["Profile"] | null }) {
  const lessons = useLoad(() => loadAll((page) => readLessons(brain, page)), [brain]);
  return (
    <>
      {profile !== null && (
        <Card title={told.profile}>
          <ProfileFacts profile={profile} />
        </Card>
      )}
      <Card title={told.rules}>
        <p class="muted">{told.rulesLead}</p>
        <Shown of={lessons}>{(rules) => <Rules rules={rules} />}</Shown>
      </Card>
    </>
  );
}

function ProfileFacts({ profile: { attributes, preferences } }: { profile: Model["Profile"] }) {
  return (
    <>
      {attributes.length === 0 && <p class="muted">{told.noAttributes}</p>}
      <dl class="mine-attributes">
        {attributes.map(({ attribute, value, since }) => (
          <div key={attribute}>
            <dt>{told.attributes[attribute]}</dt>
            <dd>
              <bdi>{value}</bdi>{" "}
              <span class="muted">
                {told.since} <Time at={since} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <h3>{told.preferences}</h3>
      {preferences.length === 0 && <p class="muted">{told.noPreferences}</p>}
      <ul class="mine-known">
        {preferences.map(({ source_id: id, text, since }) => (
          <li key={id}>
            <MemoryText text={text} />
            <p class="muted">
              {told.since} <Time at={since} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Rules({ rules }: { rules: readonly Model["Lesson"][] }) {
  if (rules.length === 0) return <Empty>{told.noRules}</Empty>;
  return (
    <ul class="mine-known">
      {rules.map((rule) => (
        <li key={rule.id}>
          <MemoryText text={rule.response_text} />
          <p class="row muted">
            {rule.pinned && <Badge tone="accent">{told.pinned}</Badge>}
            <span>{told.used(rule.use_count)}</span>
            <span>
              {told.learned} <Time at={rule.created_at} as="ago" />
            </span>
            {!rule.pinned && (
              <span>
                {told.expires} <Time at={rule.expires_at} as="ago" />
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
