// How to say where backups go, where no settings say it yet.
import { Card } from "../../parts/basics.tsx";
import { Command } from "../../parts/command.tsx";
import { words } from "../../words/words.ts";

const told = words.care.backups.off;

const SETTINGS = ['backup_dir = "/mnt/backups"', 'backup_cron = "30 2 * * *"', "backup_keep = 14"].join("\n");

export function BackupsOff() {
  return (
    <Card title={told.title}>
      <p>{told.lead}</p>
      <Command text={SETTINGS} />
      <p>{told.reload}</p>
      <Command text="systemctl reload memoryd" />
      <p>{told.byHand}</p>
      <Command text="memoryd backup /mnt/backups/memoryd.backup" />
    </Card>
  );
}
