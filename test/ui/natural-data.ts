// Two users of a bakery's assistant and one of another core, as people talk: for the pictures.
import type { Server } from "../e2e/executable.ts";

type Ask = Server["ask"];

const TALKS: readonly {
  readonly user: string;
  readonly core?: string;
  readonly turns: readonly (readonly string[])[];
}[] = [
  {
    user: "mara",
    turns: [
      [
        "2026-09-01T08:10:00Z",
        "morning",
        "Hi, I'm Mara, I run the bakery on Mill Lane.",
        "Good morning, Mara. How can I help?",
      ],
      [
        "2026-09-01T08:12:00Z",
        "morning",
        "We open at seven, six days a week, closed on Mondays.",
        "Noted: seven o'clock, Tuesday to Sunday.",
      ],
      ["2026-09-03T17:40:00Z", "orders", "Please always give me amounts in grams, never in cups.", "Grams it is."],
      [
        "2026-09-03T17:44:00Z",
        "orders",
        "The café next door takes forty croissants every Friday.",
        "Forty croissants each Friday for the café.",
      ],
      [
        "2026-10-06T06:55:00Z",
        "suppliers",
        "Our flour comes from Hollis Mill, on Tuesdays.",
        "Flour from Hollis Mill, each Tuesday.",
      ],
      [
        "2026-10-20T07:05:00Z",
        "suppliers",
        "From November on the flour comes on Thursdays instead.",
        "Thursdays from November on.",
      ],
      [
        "2026-11-02T12:30:00Z",
        "orders",
        "No, the café takes sixty croissants now, not forty.",
        "Sixty croissants each Friday.",
      ],
      [
        "2026-11-12T19:20:00Z",
        "home",
        "My daughter Ida can't have walnuts, she's allergic.",
        "I'll keep walnuts out of anything for Ida.",
      ],
    ],
  },
  {
    user: "tom",
    turns: [
      ["2026-10-02T09:00:00Z", "start", "I'm Tom, I do the books two days a week.", "Welcome, Tom."],
      ["2026-10-02T09:05:00Z", "start", "Keep answers short, please, I read them on my phone.", "Will do."],
      ["2026-11-09T15:10:00Z", "tax", "The quarterly return is due on the 30th.", "Due on the 30th."],
    ],
  },
  {
    user: "ines",
    core: "support",
    turns: [["2026-11-10T10:00:00Z", "ticket-17", "My oven shows E4 since yesterday.", "E4 is the door sensor."]],
  },
];

/** Made over the API. Returns the key of an end user. */
export async function makeNaturalData(ask: Ask): Promise<string> {
  await ask("POST", "/cores", { body: { slug: "support", name: "Support" } });
  for (const { user, core, turns } of TALKS) {
    const brain = { user, ...(core === undefined ? {} : { core }) };
    for (const [occurred_at, session, input, answer] of turns) {
      const body = { input, session, occurred_at };
      const prepared = await ask<{ turn_token: string }>("POST", "/prepare", { ...brain, body });
      await ask("POST", "/record", { ...brain, body: { turn_token: prepared.body.turn_token, answer } });
    }
    await ask("POST", "/sync", { ...brain, body: {} });
  }
  const rule = { text: "Sign letters to customers with “Your bakery on Mill Lane”.", pinned: true };
  await ask("POST", "/lessons", { user: "mara", body: rule });
  const body = { name: "mara's own", scope: "agent", user: "mara" };
  return (await ask<{ key: string }>("POST", "/admin/keys", { body })).body.key;
}
