// Overview: how the service is.
import { PageHead } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";

export function OverviewPage() {
  return <PageHead title={words.overview.title} />;
}
