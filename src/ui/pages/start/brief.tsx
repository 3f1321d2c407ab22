// The messages that a model gets, as they are.
import type { Model } from "../../api.ts";

export function Brief(props: { title: string; messages: readonly Model["Message"][]; isOpen?: boolean }) {
  return (
    <details class="start-brief" open={props.isOpen === true}>
      <summary>{props.title}</summary>
      {props.messages.map(({ role, content }, index) => (
        <section key={`${index} ${role}`}>
          <h3>{role}</h3>
          <pre dir="auto">{content}</pre>
        </section>
      ))}
    </details>
  );
}
