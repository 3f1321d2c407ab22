// The small parts of which pages are made.
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { Failure } from "../api.ts";
import type { Loaded } from "../load.ts";
import { toldOf } from "../load.ts";
import { agoOf, dateTime, exactTime } from "../times.ts";
import { words } from "../words/words.ts";

/** A page's head: its title, a line about it, and what can be done. */
export function PageHead(props: { title: string; lead?: ComponentChildren; children?: ComponentChildren }) {
  return (
    <header class="page-head">
      <div>
        <h1>{props.title}</h1>
        {props.lead !== undefined && <p class="lead">{props.lead}</p>}
      </div>
      {props.children !== undefined && <div class="actions">{props.children}</div>}
    </header>
  );
}

/** A part of a page with a title of its own. */
export function Card(props: {
  title?: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
  class?: string;
}) {
  const id = useId();
  return (
    <section class={`card ${props.class ?? ""}`} aria-labelledby={props.title === undefined ? undefined : id}>
      {props.title !== undefined && (
        <div class="card-head">
          <h2 id={id}>{props.title}</h2>
          {props.actions !== undefined && <div class="actions">{props.actions}</div>}
        </div>
      )}
      {props.children}
    </section>
  );
}

/** A time in the viewer's zone; the exact one shows under the pointer and to the keyboard. */
export function Time(props: { at: string; as?: "ago" | "date" | ((iso: string) => string) }) {
  const { at, as = "date" } = props;
  const shown = as === "ago" ? agoOf(at) : as === "date" ? dateTime(at) : as(at);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {shown}
    </time>
  );
}

export type Tone = "plain" | "good" | "warn" | "bad" | "accent";

export function Badge(props: { tone?: Tone; children: ComponentChildren; title?: string }) {
  return (
    <span class={`badge ${props.tone ?? "plain"}`} title={props.title}>
      {props.children}
    </span>
  );
}

/** A number with what it is of. */
export function Figure(props: { label: string; value: ComponentChildren; note?: ComponentChildren }) {
  return (
    <div class="figure">
      <span class="figure-label">{props.label}</span>
      <span class="figure-value">{props.value}</span>
      {props.note !== undefined && <span class="figure-note">{props.note}</span>}
    </div>
  );
}

export function Empty(props: { children?: ComponentChildren }) {
  return <p class="empty">{props.children ?? words.common.nothing}</p>;
}

export function FailureNote(props: { failure: Failure; onRetry?: () => void }) {
  const { failure, onRetry } = props;
  return (
    <div class="failure" role="alert">
      <p>{toldOf(failure)}</p>
      {failure.requestId !== null && <p class="muted">{words.common.requestId(failure.requestId)}</p>}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          {words.common.retry}
        </button>
      )}
    </div>
  );
}

/** What was loaded, or that it loads, or why it could not be. What is there stays while it is loaded again. */
export function Shown<T>(props: { of: Loaded<T>; children: (data: T) => ComponentChildren }) {
  const { data, failure, reload } = props.of;
  return (
    <>
      {failure !== null && <FailureNote failure={failure} onRetry={reload} />}
      {data !== null ? props.children(data) : failure === null && <p class="muted loading">{words.common.loading}</p>}
    </>
  );
}

/** A labelled field; `children` gets the id that the label names, and that of the hint. */
export function Field(props: {
  label: string;
  hint?: ComponentChildren;
  children: (ids: { id: string; "aria-describedby"?: string }) => ComponentChildren;
}) {
  const id = useId();
  const hint = `${id}-hint`;
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      {props.children(props.hint === undefined ? { id } : { id, "aria-describedby": hint })}
      {props.hint !== undefined && (
        <p class="hint" id={hint}>
          {props.hint}
        </p>
      )}
    </div>
  );
}

/** `about`: what is copied, for those who do not see what the button stands beside. */
export function CopyButton(props: { text: string; label?: string; about?: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(props.text);
    setDone(true);
    setTimeout(() => setDone(false), 2_000);
  };
  return (
    <button type="button" onClick={copy}>
      {done ? words.common.copied : (props.label ?? words.common.copy)}
      {props.about !== undefined && <span class="visually-hidden">{` ${props.about}`}</span>}
    </button>
  );
}

/** Text of memory: never as markup, its lines kept. */
export function MemoryText(props: { text: string; class?: string }) {
  return (
    <p class={`memory-text ${props.class ?? ""}`} dir="auto">
      {props.text}
    </p>
  );
}

/** A share from 0 to 1 as a bar, with its number. */
export function Bar(props: { label: string; value: number; tone?: Tone }) {
  const { label, value, tone = "accent" } = props;
  return (
    <div class="bar-row">
      <span class="bar-label">{label}</span>
      <span class="bar-track" aria-hidden="true">
        <span class={`bar-fill ${tone}`} style={{ width: `${Math.max(0, Math.min(1, value)) * 100}%` }} />
      </span>
      <span class="bar-value">{value.toFixed(3)}</span>
    </div>
  );
}

/** Tabs that are links: each has an address. */
export function Tabs(props: {
  label: string;
  now: string;
  tabs: readonly { id: string; label: string; href: string }[];
}) {
  return (
    <nav class="tabs" aria-label={props.label}>
      {props.tabs.map(({ id, label, href }) => (
        <a key={id} href={href} aria-current={id === props.now ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
