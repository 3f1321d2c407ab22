// What an import stored, as clients see it.
import type { ImportReport } from "./import-input.ts";

export function shownReport(report: ImportReport) {
  return {
    format: report.format,
    brains: report.brains,
    packets: report.packets,
    lessons: report.lessons,
    forgotten_rules: report.forgottenRules,
    cores: report.cores,
    constitutions: report.constitutions,
    settings: report.settings,
    to_embed: report.toEmbed,
  };
}
