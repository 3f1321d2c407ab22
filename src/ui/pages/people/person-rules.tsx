// What a person's memory has learned: to be read here, and kept on the page "Rules".
import type { Brain, Model } from "../../api.ts";
import { loadLessons } from "../../brain-requests.ts";
import { useLoad } from "../../load.ts";
import { Badge, Card, MemoryText, Shown, Time } from "../../parts/basics.tsx";
import { DataTable } from "../../parts/table.tsx";
import { hrefOf, namedCore, type Place } from "../../place.ts";
import { words } from "../../words/words.ts";
import { memoryHref } from "./person-place.ts";
import { ReplacedTable } from "./replaced-rules.tsx";

export function PersonRules(props: { brain: Brain; place: Place; revision: number }) {
  const { brain, place, revision } = props;
  const lessons = useLoad(() => loadLessons(brain), [brain, revision]);
  const told = words.people.lessons;
  const keep = (
    <a class="button" href={hrefOf(["rules"], { user: brain.user, core: namedCore(brain.core) })}>
      {told.keep}
    </a>
  );
  return (
    <>
      <Card title={told.live} actions={keep}>
        <Shown of={lessons}>{({ live }) => <LiveTable lessons={live} place={place} />}</Shown>
      </Card>
      <Card title={words.people.stands.replacedRules}>
        <Shown of={lessons}>{(all) => <ReplacedTable lessons={all} />}</Shown>
      </Card>
    </>
  );
}

function LiveTable(props: { lessons: readonly Model["Lesson"][]; place: Place }) {
  const told = words.people.lessons;
  return (
    <DataTable
      label={told.live}
      rows={props.lessons}
      keyOf={({ id }) => id}
      empty={told.none}
      columns={[
        { label: told.rule, show: (lesson) => <RuleText lesson={lesson} /> },
        { label: told.learned, show: ({ created_at: at }) => <Time at={at} /> },
        { label: told.used, kind: "number", show: ({ use_count: count }) => count.toLocaleString() },
        {
          label: told.expires,
          show: ({ pinned, expires_at: at }) => (pinned ? words.common.never : <Time at={at} as="ago" />),
        },
        { label: told.sources, show: (lesson) => <RuleSources lesson={lesson} place={props.place} /> },
      ]}
    />
  );
}

function RuleText({ lesson }: { lesson: Model["Lesson"] }) {
  return (
    <>
      <MemoryText text={lesson.response_text} />
      {lesson.pinned && <Badge tone="accent">{words.people.lessons.pinned}</Badge>}
    </>
  );
}

function RuleSources(props: { lesson: Model["Lesson"]; place: Place }) {
  const ids = props.lesson.source_link;
  if (ids.length === 0) return <>{words.people.lessons.byHand}</>;
  return (
    <span class="row">
      {ids.map((id, at) => (
        <a key={id} href={memoryHref(props.place, id)}>
          {words.people.lessons.source(at + 1)}
        </a>
      ))}
    </span>
  );
}
