// The brief as the model gets it, and the rules in it.
import type { Brain, Model } from "../../api.ts";
import { Badge, Card, CopyButton, Empty, MemoryText } from "../../parts/basics.tsx";
import { hrefOf } from "../../place.ts";
import { words } from "../../words/words.ts";
import { blocksOf, isSameText, rulesOf } from "./brief-blocks.ts";
import type { Look } from "./load-why.ts";

export function RulesCard(props: { brain: Brain; found: Look }) {
  const { brain, found } = props;
  const system = found.turn.messages.find(({ role }) => role === "system");
  const rules = system === undefined ? [] : rulesOf(blocksOf(system.content));
  return (
    <Card title={words.why.rules}>
      {rules.length === 0 ? (
        <Empty>{words.why.noRules}</Empty>
      ) : (
        <ul class="why-rules">
          {rules.map((text) => {
            const lesson = found.lessons.find(({ response_text: known }) => isSameText(known, text));
            return (
              <li key={text}>
                <MemoryText text={text} />
                {lesson !== undefined && (
                  <p class="row hint">
                    {lesson.pinned && <Badge tone="accent">{words.rules.pinned}</Badge>}
                    <span>{words.rules.general.used(lesson.use_count)}</span>
                    <a href={hrefOf(["rules"], { ...brain, rule: lesson.id })}>{words.why.openRule}</a>
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

export function BriefCard(props: { messages: Model["Turn"]["messages"] }) {
  const { messages } = props;
  return (
    <Card title={words.why.brief} actions={<CopyButton text={JSON.stringify(messages, null, 2)} />}>
      <p class="hint">{words.why.briefHint}</p>
      {messages.map(({ role, content }, at) => (
        <section key={at} class="why-message" aria-label={words.why.roles[role]}>
          <Badge tone={role === "system" ? "accent" : "plain"}>{words.why.roles[role]}</Badge>
          {role === "system" ? <SystemText content={content} /> : <MemoryText text={content} />}
        </section>
      ))}
    </Card>
  );
}

function SystemText(props: { content: string }) {
  return (
    <div class="why-system">
      {blocksOf(props.content).map(({ kind, text }, at) => (
        <MemoryText key={at} class={`block-${kind}`} text={text} />
      ))}
    </div>
  );
}
