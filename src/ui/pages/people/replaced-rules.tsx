// Rules that another one took the place of, each with that one.
import type { Brain, Model } from "../../api.ts";
import { type Lessons, loadLessons } from "../../brain-requests.ts";
import { useLoad } from "../../load.ts";
import { MemoryText, Shown, Time } from "../../parts/basics.tsx";
import { DataTable } from "../../parts/table.tsx";
import { words } from "../../words/words.ts";

export function ReplacedRules(props: { brain: Brain; revision: number }) {
  const lessons = useLoad(() => loadLessons(props.brain), [props.brain, props.revision]);
  return <Shown of={lessons}>{(all) => <ReplacedTable lessons={all} />}</Shown>;
}

export function ReplacedTable({ lessons }: { lessons: Lessons }) {
  const told = words.people.stands;
  const texts = new Map([...lessons.live, ...lessons.superseded].map(({ id, response_text: text }) => [id, text]));
  const by = ({ superseded_by: id }: Model["Lesson"]) => (id === null ? undefined : texts.get(id));
  return (
    <DataTable
      label={told.replacedRules}
      rows={lessons.superseded}
      keyOf={({ id }) => id}
      empty={told.noReplacedRules}
      columns={[
        { label: words.people.replaced.was, show: ({ response_text: text }) => <MemoryText text={text} /> },
        {
          label: words.people.replaced.now,
          show: (lesson) => <MemoryText text={by(lesson) ?? words.people.replaced.gone} />,
        },
        { label: told.learned, show: ({ created_at: at }) => <Time at={at} /> },
      ]}
    />
  );
}
