// My memory: what an end user sees of their own.
import { useState } from "preact/hooks";
import { readProfile } from "../../brain-requests.ts";
import { useLoad } from "../../load.ts";
import { PageHead, Shown, Tabs } from "../../parts/basics.tsx";
import { coreOf, hrefOf, usePlace } from "../../place.ts";
import { useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { EraseAll } from "./erase-all.tsx";
import { ExportAll } from "./export-all.tsx";
import { Known } from "./known.tsx";
import { Timeline } from "./timeline.tsx";
import "../../styles/mine.css";

const TABS = ["timeline", "known"] as const;

export function MinePage() {
  const place = usePlace();
  // Whose it is says the key.
  const brain = { core: coreOf(place), user: null };
  const user = useSession().user ?? "";
  const [round, setRound] = useState(0);
  const profile = useLoad(() => readProfile(brain), [brain]);
  const tab = TABS.find((each) => each === place.parts[1]) ?? TABS[0];
  const tabs = TABS.map((id) => ({
    id,
    label: words.mine.tabs[id],
    href: hrefOf(id === TABS[0] ? ["mine"] : ["mine", id], { core: place.query.get("core") }),
  }));
  const erased = () => {
    setRound((old) => old + 1);
    profile.reload();
  };
  return (
    <>
      <PageHead title={words.mine.title} lead={words.mine.lead(user)}>
        <ExportAll brain={brain} user={user} />
        <EraseAll brain={brain} user={user} onErased={erased} />
      </PageHead>
      <Shown of={profile}>
        {({ counts }) => (
          <p class="mine-counts">{words.mine.counts(counts.memory_size, counts.lessons, counts.sessions)}</p>
        )}
      </Shown>
      <Tabs label={words.mine.tabs.label} now={tab} tabs={tabs} />
      {tab === "timeline" ? (
        <Timeline key={`${brain.core} ${round}`} brain={brain} onChanged={profile.reload} />
      ) : (
        <Known key={`${brain.core} ${round}`} brain={brain} profile={profile.data} />
      )}
    </>
  );
}
