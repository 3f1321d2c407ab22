// One list of rules; of a long one the beginning, and more when asked.
import { useState } from "preact/hooks";
import { ask, type Brain, brainHeaders, client, type Model } from "../../api.ts";
import type { Lessons } from "../../brain-requests.ts";
import { useAction } from "../../load.ts";
import { Empty } from "../../parts/basics.tsx";
import type { Place } from "../../place.ts";
import { words } from "../../words/words.ts";
import { groupRules, type RuleTab } from "./rule-groups.ts";
import { RuleItem } from "./rule-item.tsx";
import type { RuleTask } from "./rule-task.ts";

const STEP = 50;

export function RuleList(props: {
  brain: Brain;
  place: Place;
  rules: Lessons;
  tab: RuleTab;
  mayChange: boolean;
  onTask: (task: RuleTask) => void;
  onChanged: () => void;
}) {
  const { brain, rules, tab, mayChange } = props;
  const action = useAction();
  const [shownMost, setShownMost] = useState(STEP);
  const now = Date.now();
  const items = groupRules(rules.live, rules.superseded, now)[tab];
  const named = props.place.query.get("rule");
  // The rule that the address names is shown, wherever it stands.
  const count = Math.max(shownMost, items.findIndex(({ id }) => id === named) + 1);
  const all = new Map([...rules.superseded, ...rules.live].map((lesson) => [lesson.id, lesson]));
  const pin = async (lesson: Model["Lesson"]) => {
    const pinned = !lesson.pinned;
    const change = { params: { path: { id: lesson.id } }, headers: brainHeaders(brain), body: { pinned } };
    const done = pinned ? words.rules.pinnedNow : words.rules.unpinnedNow;
    if (await action.run(() => ask(client.PATCH("/lessons/{id}", change)), done)) props.onChanged();
  };
  if (items.length === 0) return <Empty>{words.rules.empty[tab]}</Empty>;
  return (
    <>
      <ul class="rule-list">
        {items.slice(0, count).map((lesson) => (
          <RuleItem
            key={lesson.id}
            {...{ brain, lesson, now }}
            isNamed={lesson.id === named}
            replacement={lesson.superseded_by === null ? null : (all.get(lesson.superseded_by) ?? null)}
            changes={
              mayChange && lesson.superseded_by === null
                ? { busy: action.busy, onPin: () => pin(lesson), onTask: props.onTask }
                : null
            }
          />
        ))}
      </ul>
      {items.length > count && (
        <button type="button" onClick={() => setShownMost(count + STEP)}>
          {words.rules.showMore(Math.min(STEP, items.length - count))}
        </button>
      )}
    </>
  );
}
