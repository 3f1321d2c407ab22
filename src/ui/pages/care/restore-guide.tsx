// One backup restored, step by step, with the commands for this very file.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Model } from "../../api.ts";
import { Badge, Card, Field, Time } from "../../parts/basics.tsx";
import { Command } from "../../parts/command.tsx";
import { Note } from "../../parts/note.tsx";
import { hrefOf, usePlace } from "../../place.ts";
import { useSession } from "../../session.ts";
import { bytesOf } from "../../times.ts";
import { words } from "../../words/words.ts";
import { restoreCommands, type Step, WAYS, type Way, wayOf } from "./restore-commands.ts";
import { UndoneSince } from "./undone-since.tsx";

const told = words.care.restore;

export function RestoreGuide(props: { list: Model["BackupList"]; folder: string; backup: Model["Backup"] }) {
  const { list, folder, backup } = props;
  const { version } = useSession();
  const [way, setWay] = useState<Way>(wayOf(list.data_dir));
  const file = `${folder}/${backup.name}`;
  const commands = restoreCommands(way, {
    ...{ file, version, isSealed: backup.sealed },
    ...{ dataDir: list.data_dir, processId: list.process_id },
  });
  return (
    <>
      <Back />
      <Card title={told.title(backup.name)}>
        <p class="lead">{told.lead}</p>
        <p>
          {told.asOf} <Time at={backup.made_at} as="ago" /> (<Time at={backup.made_at} />
          ). <Badge>{bytesOf(backup.bytes)}</Badge>
        </p>
        {backup.sealed && <Note>{told.sealedText}</Note>}
        <WayChoice way={way} onChange={setWay} />
        <ol class="steps">
          <li>
            <h3>{told.steps.before}</h3>
            <UndoneSince at={backup.made_at} />
          </li>
          <StepOf step="stop" command={commands.stop} text={told.stopText} />
          <StepOf step="check" command={commands.check} text={told.checkText} />
          <StepOf step="restore" command={commands.restore} text={told.restoreText} />
          <StepOf step="start" command={commands.start} text={way === "hand" ? told.startText : null} />
          <li>
            <h3>{told.steps.after}</h3>
            <After />
          </li>
        </ol>
      </Card>
    </>
  );
}

function Back() {
  const core = usePlace().query.get("core");
  return (
    <p>
      <a href={hrefOf(["care", "backups"], { core })}>← {told.back}</a>
    </p>
  );
}

function WayChoice(props: { way: Way; onChange: (way: Way) => void }) {
  return (
    <Field label={told.way} hint={told.wayHint}>
      {(ids) => (
        <select
          {...ids}
          class="find"
          value={props.way}
          onChange={(event) => props.onChange(event.currentTarget.value as Way)}
        >
          {WAYS.map((each) => (
            <option key={each} value={each}>
              {told.ways[each]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function StepOf(props: { step: Step; command: string; text: ComponentChildren }) {
  const title = told.steps[props.step];
  return (
    <li data-step={props.step}>
      <h3>{title}</h3>
      {props.text !== null && <p class="hint">{props.text}</p>}
      <Command text={props.command} about={title} />
    </li>
  );
}

function After() {
  return (
    <ul>
      <li>{told.afterSession}</li>
      <li>
        {told.afterAgain} <a href={hrefOf(["setup", "keys"])}>{told.afterKeysLink}</a>,{" "}
        <a href={hrefOf(["people"])}>{told.afterPeopleLink}</a>
      </li>
    </ul>
  );
}
