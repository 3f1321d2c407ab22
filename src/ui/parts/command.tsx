// Text for a shell or a file, with a button that copies it.
import { CopyButton } from "./basics.tsx";
import "../styles/command.css";

export function Command(props: { text: string; about?: string }) {
  return (
    <div class="command">
      <pre>{props.text}</pre>
      <CopyButton text={props.text} {...(props.about === undefined ? {} : { about: props.about })} />
    </div>
  );
}
