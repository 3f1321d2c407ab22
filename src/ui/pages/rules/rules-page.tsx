// Rules: what a brain has learned, and what it would learn now.
import { useRef, useState } from "preact/hooks";
import { type Lessons, loadLessons } from "../../brain-requests.ts";
import { useLoad } from "../../load.ts";
import { PageHead, Shown, Tabs } from "../../parts/basics.tsx";
import { coreOf, hrefOf, type Place, usePlace } from "../../place.ts";
import { isAdmin, useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import "../../styles/rules.css";
import { DeleteRule } from "./delete-rule.tsx";
import { PassCard } from "./pass-card.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { groupRules, RULE_TABS, ruleTabOf } from "./rule-groups.ts";
import { RuleList } from "./rule-list.tsx";
import type { RuleTask } from "./rule-task.ts";
import { WhoseRules } from "./whose-rules.tsx";

/** Lists are counted; few are so long. */
const RULES_MAX = 5_000;

export function RulesPage() {
  const place = usePlace();
  const session = useSession();
  const mayChange = isAdmin(session);
  const brain = { core: coreOf(place), user: session.user ?? (place.query.get("user") || null) };
  const rules = useLoad(() => loadLessons(brain, RULES_MAX), [brain]);
  const [task, setTask] = useState<RuleTask | null>(null);
  const list = useRef<HTMLElement>(null);
  const end = () => setTask(null);
  // The button that deleted goes with its rule: the focus stays at the list.
  const afterDelete = () => {
    rules.reload();
    setTimeout(() => list.current?.focus());
  };
  return (
    <>
      <PageHead title={words.rules.title} lead={words.rules.lead}>
        {mayChange && (
          <button type="button" class="primary" onClick={() => setTask({ kind: "write" })}>
            {words.rules.write}
          </button>
        )}
      </PageHead>
      <WhoseRules key={JSON.stringify(brain)} place={place} brain={brain} />
      <section class="rules" ref={list} tabIndex={-1} aria-label={titleOf(brain.user)}>
        <Shown of={rules}>
          {(all) => (
            <>
              <RuleTabs rules={all} place={place} />
              <RuleList
                {...{ brain, place, mayChange }}
                rules={all}
                onTask={setTask}
                onChanged={rules.reload}
                tab={ruleTabOf(place.query.get("tab"))}
              />
            </>
          )}
        </Shown>
      </section>
      {mayChange && <PassCard key={JSON.stringify(brain)} brain={brain} onLearned={rules.reload} />}
      {task?.kind === "write" && <RuleDialog brain={brain} lesson={null} onDone={rules.reload} onClose={end} />}
      {task?.kind === "edit" && <RuleDialog brain={brain} lesson={task.lesson} onDone={rules.reload} onClose={end} />}
      {task?.kind === "delete" && (
        <DeleteRule brain={brain} lesson={task.lesson} onDeleted={afterDelete} onClose={end} />
      )}
    </>
  );
}

function titleOf(user: string | null): string {
  return user === null ? words.rules.ofAll : words.rules.of(user);
}

function RuleTabs(props: { rules: Lessons; place: Place }) {
  const { rules, place } = props;
  const { query } = place;
  const groups = groupRules(rules.live, rules.superseded);
  return (
    <Tabs
      label={words.rules.tabs.label}
      now={ruleTabOf(query.get("tab"))}
      tabs={RULE_TABS.map((tab) => ({
        id: tab,
        label: words.rules.counted(words.rules.tabs[tab], groups[tab].length, rules.isWhole),
        href: hrefOf(["rules"], { core: query.get("core"), user: query.get("user"), tab: tab === "live" ? null : tab }),
      }))}
    />
  );
}
