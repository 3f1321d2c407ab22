// Setting up: cores, keys, constitutions, settings, plans.
import { Empty, PageHead, Tabs } from "../../parts/basics.tsx";
import { hrefOf, usePlace } from "../../place.ts";
import { type Session, useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { ConstitutionsTab } from "./constitutions-tab.tsx";
import { CoresTab } from "./cores-tab.tsx";
import { KeysTab } from "./keys-tab.tsx";
import { PlansTab } from "./plans-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import "../../styles/setup.css";

const TABS = {
  cores: CoresTab,
  keys: KeysTab,
  constitutions: ConstitutionsTab,
  settings: SettingsTab,
  plans: PlansTab,
} as const;
type TabName = keyof typeof TABS;

/** What concerns the whole account is not for keys that are bound to a part of it. */
function tabsFor({ core, user }: Session): readonly TabName[] {
  return core === null && user === null ? (Object.keys(TABS) as TabName[]) : ["cores", "keys"];
}

export function SetupPage() {
  const { parts, query } = usePlace();
  const names = tabsFor(useSession());
  const now = names.find((name) => name === parts[1]) ?? (parts[1] === undefined ? names[0] : undefined);
  const Tab = now === undefined ? null : TABS[now];
  const core = query.get("core");
  return (
    <>
      <PageHead title={words.setup.title} lead={words.setup.lead} />
      <Tabs
        label={words.setup.tabsLabel}
        now={now ?? ""}
        tabs={names.map((id) => ({ id, label: words.setup.tabs[id], href: hrefOf(["setup", id], { core }) }))}
      />
      {Tab === null ? <Empty>{words.common.notFound}</Empty> : <Tab key={now} />}
    </>
  );
}
