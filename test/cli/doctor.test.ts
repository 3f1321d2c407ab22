import { expect, test } from "bun:test";
import { type Examination, type ShownDiagnosis, UnhealthyError } from "../../src/cli/doctor.ts";
import { runJson, runLine, runText } from "../support/command-line.ts";

type Finding = ShownDiagnosis["findings"][number];

const finding = (level: Finding["level"], code: string, what = "it is odd"): Finding => {
  return { code, level, where: `in ${code}`, what, fix: "mend it" };
};

function doctorOf(findings: readonly Finding[], isRunning = false) {
  const asked: Examination[] = [];
  const examine = async (of: Examination): Promise<ShownDiagnosis> => {
    asked.push(of);
    return { dataDir: "d", isRunning, findings };
  };
  return { asked, examine };
}

test("doctor looks at the data, model and settings that are named, page by page only where that is asked for", async () => {
  const { asked, ...context } = doctorOf([]);
  expect(await runText(["doctor"], context)).toEqual(["d (no service has it)", "0 errors, 0 warnings, 0 notes"]);
  await runText(["doctor", "--deep", "--data-dir", "d", "--model-dir", "m", "--config", "c"], context);
  expect(asked).toEqual([
    { flags: { data_dir: undefined, model_dir: undefined }, config: undefined, isDeep: false },
    { flags: { data_dir: "d", model_dir: "m" }, config: "c", isDeep: true },
  ]);
});

test("warnings and notes are told and are no failure", async () => {
  const context = doctorOf([finding("warning", "disk", "few\u001b bytes"), finding("note", "age")], true);
  expect(await runText(["doctor"], context)).toEqual([
    "d (a service has it)",
    "warning  disk: few\\u001b bytes",
    "         where: in disk",
    "         fix:   mend it",
    "note     age: it is odd",
    "         where: in age",
    "         fix:   mend it",
    "0 errors, 1 warning, 1 note",
  ]);
});

test("an error fails, with and without JSON", async () => {
  const context = doctorOf([finding("error", "schema"), finding("note", "age")]);
  const text = await runLine(["doctor"], context);
  expect(text.printed.at(-1)).toBe("1 error, 0 warnings, 1 note");
  expect(text.error).toEqual(new UnhealthyError("1 error in d"));
  const json = await runLine(["doctor", "--json"], context);
  expect(json.error).toBeInstanceOf(UnhealthyError);
  expect(json.printed).toHaveLength(1);
  const two = await runLine(["doctor"], doctorOf([finding("error", "a"), finding("error", "b")]));
  expect(two.error?.message).toBe("2 errors in d");
});

test("the diagnosis as JSON counts what was found, and shows all of it", async () => {
  const findings = [finding("warning", "disk"), finding("note", "age"), finding("note", "size")];
  expect(await runJson(["doctor"], doctorOf(findings, true))).toEqual({
    ...{ version: "1.2.3", data_dir: "d", running: true, errors: 0, warnings: 1, notes: 2 },
    findings,
  });
});
