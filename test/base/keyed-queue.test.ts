import { expect, test } from "bun:test";
import { KeyedQueue } from "../../src/base/keyed-queue.ts";

test("work of one key runs in the order asked for, never two at once; other keys do not wait", async () => {
  const queue = new KeyedQueue<string>();
  const seen: string[] = [];
  const step = (key: string, name: string) =>
    queue.run(key, async () => {
      seen.push(`${name} begins`);
      await Bun.sleep(1);
      seen.push(`${name} ends`);
      return name;
    });
  const all = await Promise.all([step("a", "a1"), step("a", "a2"), step("b", "b1")]);
  expect(all).toEqual(["a1", "a2", "b1"]);
  expect(seen.filter((each) => each.startsWith("a"))).toEqual(["a1 begins", "a1 ends", "a2 begins", "a2 ends"]);
  expect(seen.indexOf("b1 begins")).toBeLessThan(seen.indexOf("a2 begins"));
});

test("work that fails tells its own caller and holds up no other", async () => {
  const queue = new KeyedQueue<number>();
  const failing = queue.run(1, () => Promise.reject(new Error("no")));
  const after = queue.run(1, async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await after).toBe("done");
});
