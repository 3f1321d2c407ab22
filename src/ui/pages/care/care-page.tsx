// Care: backups, export and import, the audit, the model.
import { PageHead } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";

export function CarePage() {
  return <PageHead title={words.care.title} />;
}
