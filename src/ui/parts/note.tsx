// A line that is to be noticed.
import type { ComponentChildren } from "preact";
import type { Tone } from "./basics.tsx";
import "../styles/note.css";

export function Note(props: { tone?: Tone; children: ComponentChildren }) {
  return <div class={`note ${props.tone ?? "plain"}`}>{props.children}</div>;
}
