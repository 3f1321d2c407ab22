import { expect, test } from "bun:test";
import { join } from "node:path";
import { runScript, SCRIPT_TIMEOUT_MS, temporaryFolder } from "./run-script.ts";

const folder = temporaryFolder();
const data = join(folder, "conversations.json");
/** The test that chooses settings leaves what it recorded here, for the one that finds it. */
const memory = join(folder, "memory");

const turn = (dia_id: string, speaker: string, text: string) => ({ dia_id, speaker, text });

/** Each question is near one packet, and far below the floor from the others of its conversation. */
const CONVERSATIONS = [
  {
    sample_id: "conv-a",
    conversation: {
      session_1_date_time: "9:00 am on 3 May, 2024",
      session_1: [
        turn("D1:1", "Ann", "My dog Biscuit is a beagle."),
        { ...turn("D1:2", "Ben", "A beagle, what a lovely dog!"), blip_caption: "a photo of a beagle on a sofa" },
        turn("D1:3", "Ann", "Interest rates rose again last quarter."),
      ],
      session_2_date_time: "12:30 pm on 10 May, 2024",
      session_2: [
        turn("D2:1", "Ann", "I practise the cello every morning."),
        turn("D2:2", "Ben", "Which cello piece are you learning?"),
      ],
    },
    qa: [
      { question: "What breed is the dog?", category: 4, evidence: ["D1:01"], answer: "a beagle" },
      { question: "Which musical instrument is it, the cello?", category: 1, evidence: ["D2:2; D1:1"] },
      { question: "What else?", category: 3, evidence: ["D"] },
    ],
  },
  {
    sample_id: "conv-b",
    conversation: {
      session_1_date_time: "8:15 pm on 1 June, 2024",
      session_1: [
        turn("D1:1", "Cleo", "The tax office closes at noon on Fridays."),
        turn("D1:2", "Dan", "Then we must hand in the tax forms on Thursday."),
      ],
      session_2_date_time: "7:45 am on 2 June, 2024",
      session_2: [
        turn("D2:1", "Cleo", "Our football team scored four goals on Sunday."),
        turn("D2:2", "Dan", "Four goals, what a football match!"),
      ],
    },
    qa: [
      { question: "When does the tax office close?", category: 4, evidence: ["D1:1", "D1:2", "D7:7"] },
      { question: "How many goals did the football team score?", category: 5, evidence: ["D1:1"] },
      { question: "Who else?", category: 2, evidence: [] },
    ],
  },
];

await Bun.write(data, JSON.stringify(CONVERSATIONS));

test(
  "bench:recall prints and writes what must come of two small conversations",
  async () => {
    const json = join(folder, "figures.json");
    const { code, stdout, stderr } = await runScript("recall.ts", "--data", data, "--json", json);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: [
        "conv-a: 3 packets recorded",
        "conv-b: 2 packets recorded",
        "conv-a: 2 questions asked, cosine",
        "conv-b: 2 questions asked, cosine",
        "conv-a: 2 questions asked, hybrid",
        "conv-b: 2 questions asked, hybrid",
        "",
      ].join("\n"),
    });
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^Machine {5}.+ cores, .+ GiB, .+, Bun .+, memoryd \d+\.\d+\.\d+$/);
    expect(lines.slice(1, 11)).toEqual([
      "Played      2 conversations, 9 turns in 5 packets, date and speaker before each text",
      "Questions   4 (2 left out: no evidence that names a turn)",
      "Sources     cosine 1.00, hybrid 2.00 a question, at most 5 packets of two turns",
      "",
      "Evidence recall     questions   cosine                   hybrid                   difference",
      "1 multi-hop                 1   0.500                    1.000                    +0.500",
      "4 single-hop                2   1.000 (1.000 to 1.000)   1.000 (1.000 to 1.000)   0.000 (0.000 to 0.000)",
      "5 adversarial               1   0.000                    0.000                    0.000",
      "all                         4   0.625 (0.500 to 0.750)   0.750 (0.500 to 1.000)   +0.125 (0.000 to +0.250)",
      "",
    ]);
    const question = { count: 4 };
    const cosine = { questions: 4, recall: 0.625, interval: { low: 0.5, high: 0.75 } };
    const hybrid = { questions: 4, recall: 0.75, interval: { low: 0.5, high: 1 } };
    expect(await Bun.file(json).json()).toMatchObject([
      {
        conversations: 2,
        prefix: true,
        sourcesMax: 5,
        packets: 5,
        turns: 9,
        questionsDropped: 2,
        modes: [
          { mode: "cosine", sourcesMean: 1, recall: cosine, question },
          { mode: "hybrid", sourcesMean: 2, recall: hybrid, question },
        ],
        latencies: { prepare: { count: 5 }, record: { count: 5 }, ingest: { count: 5 } },
        peakRssBytes: process.platform === "linux" ? expect.any(Number) : null,
        dataDirectoryBytes: expect.any(Number),
      },
    ]);
  },
  SCRIPT_TIMEOUT_MS,
);

test(
  "bench:recall chooses settings on each half, with either way of writing",
  async () => {
    const options = ["--holdout", "--candidates", "no words", "--both-prefixes", "--data", data, "--memory", memory];
    const { code, stdout, stderr } = await runScript("recall.ts", ...options);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: [true, false]
        .flatMap(() => [
          "conv-a: 3 packets recorded",
          "conv-b: 2 packets recorded",
          "shipped: 0.750",
          "no words: 0.750",
        ])
        .concat("")
        .join("\n"),
    });
    const lines = stdout.split("\n");
    // Every candidate is as good as the other, and what is shipped is the first.
    expect(lines).toContain(
      "odd conversations    shipped                   1.000                        0.500    0.500    0.500",
    );
    expect(lines.filter((line) => line.startsWith("What each part is worth"))).toEqual([
      "What each part is worth, date and speaker before each text",
      "What each part is worth, text alone",
    ]);
    expect(lines.filter((line) => line.startsWith("without words "))).toHaveLength(2);
  },
  SCRIPT_TIMEOUT_MS,
);

test(
  "bench:recall finds a memory that was kept, asks of the first conversations alone, without date and speaker, and in one mode where it is told to",
  async () => {
    const options = ["--no-prefix", "--limit-conversations", "1", "--mode", "hybrid", "--memory", memory];
    const { code, stdout, stderr } = await runScript("recall.ts", ...options, "--data", data);
    expect(code).toBe(0);
    expect(stderr).toContain("conv-a: 3 packets found\n");
    expect(stdout).toContain("Played      1 conversations, 5 turns in 3 packets, text alone\n");
    expect(stdout).toContain("prepare of a turn           0        -        -        -\n");
    expect(stdout).toContain("Evidence recall     questions   hybrid\n");
    expect(stdout).toContain("all                         2   1.000\n");
  },
  SCRIPT_TIMEOUT_MS,
);

test("bench:recall says where a user gets the file, and that it is for evaluation alone", async () => {
  const [help, mistaken] = [await runScript("recall.ts", "--help"), await runScript("recall.ts")];
  expect({ help: help.code, mistaken: mistaken.code }).toEqual({ help: 0, mistaken: 2 });
  expect(help.stdout).toContain("data/locomo10.json of https://github.com/snap-research/locomo (CC BY-NC 4.0)");
  expect(mistaken.stdout).toBe(help.stdout);
});
