// Care: backups, export and import, the audit, receipts, the model.
import { Empty, PageHead, Tabs } from "../../parts/basics.tsx";
import { hrefOf, usePlace } from "../../place.ts";
import { isOperator, type Session, useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { AuditTab } from "./audit-tab.tsx";
import { BackupsTab } from "./backups-tab.tsx";
import { ModelTab } from "./model-tab.tsx";
import { ReceiptsTab } from "./receipts-tab.tsx";
import { TransferTab } from "./transfer-tab.tsx";
import "../../styles/care.css";

const TABS = {
  backups: BackupsTab,
  transfer: TransferTab,
  audit: AuditTab,
  receipts: ReceiptsTab,
  model: ModelTab,
} as const;
type TabName = keyof typeof TABS;

/** The data and the model are the operator's; what a bound key may do is bring its own part in and out. */
function tabsFor(session: Session): readonly TabName[] {
  if (isOperator(session)) return Object.keys(TABS) as TabName[];
  return session.core === null && session.user === null ? ["transfer", "audit", "receipts"] : ["transfer"];
}

export function CarePage() {
  const { parts, query } = usePlace();
  const names = tabsFor(useSession());
  const now = names.find((name) => name === parts[1]) ?? (parts[1] === undefined ? names[0] : undefined);
  const core = query.get("core");
  const Tab = now === undefined ? null : TABS[now];
  return (
    <>
      <PageHead title={words.care.title} lead={words.care.lead} />
      <Tabs
        label={words.care.tabsLabel}
        now={now ?? ""}
        tabs={names.map((id) => ({ id, label: words.care.tabs[id], href: hrefOf(["care", id], { core }) }))}
      />
      {Tab === null ? <Empty>{words.common.notFound}</Empty> : <Tab key={now} />}
    </>
  );
}
