import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import type { ClusterPacket, PacketCluster } from "../../src/domain/learning.ts";
import type { PacketKind } from "../../src/domain/packet.ts";
import { createExtractiveDistiller } from "../../src/learning/distil-extractive.ts";
import { readInPlace } from "../../src/reading/read-in-place.ts";
import { createSentenceReader, type SentenceReader } from "../../src/statements/sentence-reader.ts";
import { distilCluster, STATEMENTS_MAX } from "../../src/understanding/distil-cluster.ts";
import { createRuleWriter, type RuleWriter } from "../../src/understanding/rule-writer.ts";
import { turnsDuring } from "../support/turns-of-others.ts";

const distiller = createExtractiveDistiller(readInPlace());

/** "! " before a text makes it a correction; texts are oldest first, and the first ordinary one is central. */
function clusterOf(texts: readonly string[], central?: number): PacketCluster {
  const packets = texts.map((text, at): ClusterPacket => {
    const kind: PacketKind = text.startsWith("! ") ? "correction" : "raw";
    return { seq: at + 1, id: `p${at + 1}`, kind, input: text.replace(/^! /, ""), answer: "Noted.", createdAt: at };
  });
  const ordered = [...packets.filter(isCorrection), ...packets.filter((packet) => !isCorrection(packet))];
  const centralSeq = central ?? packets.find((packet) => !isCorrection(packet))?.seq ?? 1;
  return { packets: ordered, centralSeq };
}

function isCorrection({ kind }: ClusterPacket): boolean {
  return kind === "correction";
}

function distil(texts: readonly string[], central?: number): Promise<string | null> {
  return distiller.distil(clusterOf(texts, central), new AbortController().signal);
}

describe("the extractive distiller", () => {
  test("is called extractive", () => {
    expect(distiller.name).toBe("extractive");
  });

  test("lets others have their turn while it reads a large cluster", async () => {
    const chatter = Array.from({ length: 1_000 }, (_, at) => `Was the ladder number ${at} behind the barn in spring? `);
    const { result, turns } = await turnsDuring(() => distil(chatter.map((text) => text.repeat(8))));
    expect(result).toBeNull();
    expect(turns).toBeGreaterThan(1);
  });

  test("lets a correction speak before what is central, and the newest correction before older ones", async () => {
    expect(await distil(["I prefer long answers.", "! No, keep answers short."])).toBe("Keep answers short.");
    expect(await distil(["! No, call me Dana.", "! No, call me Dina.", "My name is Diana."])).toBe(
      "Call the user Dina.",
    );
  });

  test("takes the most central statement where nothing was corrected", async () => {
    expect(await distil(["I like tea.", "I like green tea.", "I love tea ceremonies."], 2)).toBe(
      "Remember that the user likes green tea.",
    );
  });

  test("goes on to the next statements where one holds nothing durable", async () => {
    expect(await distil(["What's a good tea?", "Tea please", "I prefer green tea."])).toBe(
      "Remember that the user prefers green tea.",
    );
    expect(await distil(["! No, the second one.", "Always use metric units."])).toBe("Always use metric units.");
  });

  test("reads no more statements than its bound, those most like the others first", async () => {
    const errands = Array.from({ length: STATEMENTS_MAX }, () => "Which tea is open today?");
    expect(await distil([...errands, "I prefer quiet evenings."])).toBeNull();
    expect(await distil([...errands.slice(1), "I prefer quiet evenings."])).toBe(
      "Remember that the user prefers quiet evenings.",
    );
  });

  test("gives nothing for questions, small talk and one-off facts", async () => {
    expect(await distil(["my flight is at nine", "When does my flight leave?", "thanks!"])).toBeNull();
    expect(await distil(["! No, it's at ten."])).toBeNull();
  });

  test("follows what the user said last where two statements cannot both hold", async () => {
    expect(await distil(["I live in Porto.", "I live in the old town of Porto?", "I live in Lyon now."])).toBe(
      "Remember that the user lives in Lyon.",
    );
    expect(await distil(["I'm vegan.", "I'm not vegan anymore."])).toBe("Remember that the user is not vegan anymore.");
    expect(await distil(["! No, call me Dana.", "Call me Bo."])).toBe("Call the user Dana.");
  });

  test("gives nothing where the newest correction takes back what was said, and says nothing else", async () => {
    expect(await distil(["I prefer window seats.", "! No, forget that, I changed my mind."])).toBeNull();
    expect(await distil(["! No, I changed my mind.", "! Actually, I prefer aisle seats."])).toBe(
      "Remember that the user prefers aisle seats.",
    );
  });

  test("never takes a rule from what was answered", async () => {
    const cluster = clusterOf(["What should I eat?", "What else?"]);
    const packets = cluster.packets.map((packet) => ({ ...packet, answer: "Always eat greens. I prefer kale." }));
    expect(await distiller.distil({ ...cluster, packets }, new AbortController().signal)).toBeNull();
  });

  test("reads no more than the beginning of each packet of a full pass in one cluster", () => {
    const reader = createSentenceReader();
    const rules = createRuleWriter();
    let compared = 0;
    let written = 0;
    const countingRules: RuleWriter = {
      ...rules,
      write: (text) => {
        written++;
        return rules.write(text);
      },
    };
    const countingReader: SentenceReader = {
      sentences: (text) => {
        compared += text.length;
        return reader.sentences(text);
      },
      read: (text, most) => {
        compared += text.length;
        return reader.read(text, most);
      },
      split: reader.split,
    };
    const long = "Which tea is best for a long evening with a good book in the garden? ".repeat(400);
    const cluster = clusterOf(Array.from({ length: 2_000 }, () => long));
    expect(finish(distilCluster(countingRules, countingReader, cluster))).toBeNull();
    expect(compared).toBeGreaterThan(0);
    expect(compared).toBeLessThanOrEqual(2_000 * 500);
    expect(written).toBe(STATEMENTS_MAX);
  });

  test("rejects once the pass was called off", async () => {
    const called = distiller.distil(clusterOf(["I'm vegan."]), AbortSignal.abort());
    await expect(called).rejects.toThrow();
  });
});
