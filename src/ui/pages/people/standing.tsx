// What stands of somebody, and what was replaced.
import type { Brain, Model } from "../../api.ts";
import { readProfile } from "../../brain-requests.ts";
import { useLoad } from "../../load.ts";
import { Card, MemoryText, Shown, Time } from "../../parts/basics.tsx";
import { DataTable } from "../../parts/table.tsx";
import type { Place } from "../../place.ts";
import { words } from "../../words/words.ts";
import { AskReplaced } from "./ask-replaced.tsx";
import { memoryHref } from "./person-place.ts";
import { ReplacedRules } from "./replaced-rules.tsx";
import { Unconfirmed } from "./unconfirmed.tsx";

export function Standing(props: { brain: Brain; place: Place; revision: number }) {
  const { brain, place, revision } = props;
  const profile = useLoad(() => readProfile(brain), [brain, revision]);
  const told = words.people.stands;
  return (
    <>
      <Card title={told.attributes}>
        <Shown of={profile}>{({ attributes }) => <Attributes attributes={attributes} place={place} />}</Shown>
      </Card>
      <Card title={told.preferences}>
        <Shown of={profile}>{({ preferences }) => <Preferences preferences={preferences} place={place} />}</Shown>
      </Card>
      <Card title={told.unconfirmed}>
        <Unconfirmed brain={brain} place={place} revision={revision} />
      </Card>
      <Card title={told.replacedRules}>
        <ReplacedRules brain={brain} revision={revision} />
      </Card>
      <Card title={told.replacedTurns}>
        <AskReplaced brain={brain} />
      </Card>
    </>
  );
}

function Attributes(props: { attributes: readonly Model["ProfileAttribute"][]; place: Place }) {
  const told = words.people.stands;
  return (
    <DataTable
      label={told.attributes}
      rows={props.attributes}
      keyOf={({ attribute }) => attribute}
      empty={told.noAttributes}
      columns={[
        { label: told.what, show: ({ attribute }) => told[attribute] },
        { label: told.value, show: ({ value }) => <bdi>{value}</bdi> },
        { label: told.since, show: ({ since }) => <Time at={since} /> },
        { label: told.source, show: ({ source_id: id }) => <Source place={props.place} id={id} /> },
      ]}
    />
  );
}

function Preferences(props: { preferences: readonly Model["ProfilePreference"][]; place: Place }) {
  const told = words.people.stands;
  return (
    <DataTable
      label={told.preferences}
      rows={props.preferences}
      keyOf={({ source_id: id }) => id}
      empty={told.noPreferences}
      columns={[
        { label: told.said, show: ({ text }) => <MemoryText text={text} /> },
        { label: told.since, show: ({ since }) => <Time at={since} /> },
        { label: told.source, show: ({ source_id: id }) => <Source place={props.place} id={id} /> },
      ]}
    />
  );
}

function Source({ place, id }: { place: Place; id: string }) {
  return <a href={memoryHref(place, id)}>{words.people.openSource}</a>;
}
