// Memory out of the service, and into it.
import { ExportCard } from "./export-card.tsx";
import { ImportCard } from "./import-card.tsx";

export function TransferTab() {
  return (
    <div class="transfer">
      <ExportCard />
      <ImportCard />
    </div>
  );
}
