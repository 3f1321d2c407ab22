// My memory: what an end user sees of their own.
import { useState } from "preact/hooks";
import { useLoad } from "../../load.ts";
import { PageHead, Tabs } from "../../parts/basics.tsx";
import { coreOf, hrefOf, usePlace } from "../../place.ts";
import { useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { EraseAll } from "./erase-all.tsx";
import { ExportAll } from "./export-all.tsx";
import { Known } from "./known.tsx";
import { readProfile } from "./own-memory.ts";
import { Timeline } from "./timeline.tsx";
import "../../styles/mine.css";

const TABS = ["timeline", "known"] as const;

export function MinePage() {
  const place = usePlace();
  const core = coreOf(place);
  const user = useSession().user ?? "";
  const [round, setRound] = useState(0);
  const profile = useLoad(() => readProfile(core), [core]);
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
  const counts = profile.data?.counts;
  return (
    <>
      <PageHead title={words.mine.title} lead={words.mine.lead(user)}>
        <ExportAll core={core} user={user} />
        <EraseAll core={core} user={user} onErased={erased} />
      </PageHead>
      <p class="mine-counts">
        {counts === undefined ? "…" : words.mine.counts(counts.memory_size, counts.lessons, counts.sessions)}
      </p>
      <Tabs label={words.mine.tabs.label} now={tab} tabs={tabs} />
      {tab === "timeline" ? (
        <Timeline key={`${core} ${round}`} core={core} onChanged={profile.reload} />
      ) : (
        <Known key={`${core} ${round}`} core={core} profile={profile} />
      )}
    </>
  );
}
