// Chat messages become turns.
import { describe, expect, test } from "bun:test";
import { isChat, readChat } from "../../src/portability/read-chat.ts";

const user = (content: unknown, more = {}) => ({ role: "user", content, ...more });
const assistant = (content: unknown, more = {}) => ({ role: "assistant", content, ...more });
const system = (content: unknown) => ({ role: "system", content });
const ignore = () => {};

const turnsOf = (document: unknown) => readChat(document, ignore).map(({ input, answer }) => [input, answer]);

test.each<[string, boolean, unknown]>([
  ["a list of messages", true, [user("a")]],
  ["a conversation", true, { messages: [user("a")] }],
  ["a conversation of nothing", true, { messages: [] }],
  ["a list of conversations", true, [{ messages: [] }, { messages: [user("a")] }]],
  ["a list of nothing", false, []],
  ["both in one list", false, [user("a"), { messages: [] }]],
  ["another role", false, [{ role: "narrator", content: "a" }]],
  ["a role that is none", false, [{ role: 1 }]],
  ["something else in a conversation", false, { messages: [user("a"), "b"] }],
  ["a text", false, "user: a"],
])("%s is chat: %p", (_, is, document) => {
  expect(isChat(document)).toBe(is);
  if (!is) expect(() => readChat(document, ignore)).toThrow("`role` and `content`");
});

describe("a turn", () => {
  test("is what the user said until somebody answered, and all answers until the user says more", () => {
    const messages = [user("a"), user("b"), assistant("c"), assistant("d"), user("e"), user("f")];
    expect(turnsOf(messages)).toEqual([
      ["a\nb", "c\nd"],
      ["e\nf", ""],
    ]);
  });

  test("has nothing of system, tools and empty messages, nor a greeting that was said to nobody", () => {
    const tool = { role: "tool", content: "42" };
    const messages = [
      assistant("Welcome!"),
      system("Be kind."),
      user("a"),
      tool,
      user(" "),
      assistant(null),
      assistant("b"),
    ];
    expect(turnsOf(messages)).toEqual([["a", "b"]]);
  });

  test("has the texts among parts of several kinds, trimmed", () => {
    const parts = [
      { type: "text", text: " a" },
      { type: "image_url", image_url: {} },
      "x",
      null,
      { type: "text", text: "b " },
    ];
    expect(turnsOf([user(parts), assistant(" c\n"), user({ text: "d" })])).toEqual([["a\nb", "c"]]);
  });

  test("happened when its first message was sent", () => {
    const messages = [
      user("a", { timestamp: 1 }),
      user("b", { timestamp: 2 }),
      assistant("c", { timestamp: 3 }),
      user("d"),
    ];
    expect(readChat(messages, ignore).map(({ occurredAt }) => occurredAt)).toEqual([1_000, null]);
    for (const name of ["timestamp", "occurred_at", "created_at", "create_time"]) {
      expect(readChat([user("a", { [name]: 5 })], ignore)[0]?.occurredAt).toBe(5_000);
    }
  });

  test("was said: what it teaches may be read from it", () => {
    expect(readChat([user("a")], ignore)[0]).toMatchObject({ isSaid: true, sourceId: null });
  });
});

describe("a list of messages", () => {
  test("belongs to no session and no user, and each message is an entry", () => {
    const heard: number[] = [];
    const turns = readChat([system("x"), user("a"), assistant("b"), user("c")], (entry) => heard.push(entry));
    expect(turns.map(({ entry, session, user: of }) => [entry, session, of])).toEqual([
      [2, null, null],
      [4, null, null],
    ]);
    expect(heard).toEqual([1, 2, 3, 4]);
  });
});

describe("a conversation", () => {
  test("is one entry, with its user, and with the first name that it bears", () => {
    const named = { conversation_id: "c", id: "i", user_id: "bob", messages: [user("a"), assistant("b"), user("c")] };
    const other = { session: "s", session_id: "x", user: "ada", user_id: "eve", messages: [user("d")] };
    const turns = readChat([named, other], ignore);
    expect(turns.map(({ entry, session, user: of }) => [entry, session, of])).toEqual([
      [1, "c", "bob"],
      [1, "c", "bob"],
      [2, "s", "ada"],
    ]);
  });

  test("without a name has one that follows from its messages", () => {
    const name = (messages: unknown[]) => readChat({ messages }, ignore)[0]?.session;
    expect(name([user("a")])).toMatch(/^chat-[0-9a-f]{16}$/);
    expect(name([user("a")])).toBe(name([user("a")]) ?? "");
    expect(name([user("a"), assistant("b")])).not.toBe(name([user("a")]) ?? "");
  });

  test("of a user who is none is refused, told by its number", () => {
    const heard: number[] = [];
    const all = [{ messages: [user("a")] }, { user: "a b", messages: [user("a")] }];
    expect(() => readChat(all, (entry) => heard.push(entry))).toThrow("no user id");
    expect(heard.at(-1)).toBe(2);
  });
});
