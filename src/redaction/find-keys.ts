// Finds keys of well-known providers by their shape: prefixes that nothing else has, and blocks of private keys.
import { linear } from "../matching/linear-expression.ts";
import { type Finder, finderOf, type Span } from "./span.ts";

const WHAT = "key";

/** A key begins where no letter or digit stands before it, and ends before a character outside its alphabet. */
const SHAPES: readonly (readonly [provider: string, shape: string])[] = [
  ["memoryd", "mk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}(?![0-9A-Za-z])"],
  ["AWS", "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"],
  ["GitHub", "gh[opsur]_[A-Za-z0-9]{36,}"],
  ["GitHub, fine-grained", "github_pat_[A-Za-z0-9_]{50,}"],
  [
    "GitLab",
    "gl(?:pat|dt|rt|rtr|ptt|ft|soat|agent|cbt|oas|imt|ffct)-[A-Za-z0-9_-]{20,}(?:\\.[a-z0-9]{2}\\.[a-z0-9]{9})?",
  ],
  ["Slack", "(?:xoxe\\.)?xox[abeoprs]-[A-Za-z0-9-]{10,}"],
  ["Slack, app", "xapp-\\d-[A-Za-z0-9-]{20,}"],
  ["Slack, webhook", "hooks\\.slack\\.com/(?:services|workflows|triggers)/(T[A-Za-z0-9/]{20,})"],
  ["Discord, webhook", "discord(?:app)?\\.com/api/webhooks/(\\d{15,20}/[A-Za-z0-9_-]{50,90})"],
  ["Stripe", "(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}"],
  ["Stripe, webhook", "whsec_[A-Za-z0-9+/]{24,}={0,2}"],
  ["Google", "AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"],
  ["Google, OAuth secret", "GOCSPX-[A-Za-z0-9_-]{24,40}"],
  ["Google, access token", "ya29\\.[A-Za-z0-9_-]{20,}"],
  ["npm", "npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])"],
  ["PyPI", "pypi-[A-Za-z0-9_-]{50,}"],
  ["SendGrid", "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{30,64}"],
  ["Hugging Face", "hf_[A-Za-z0-9]{30,60}"],
  ["Groq", "gsk_[A-Za-z0-9]{40,80}"],
  ["xAI, Perplexity", "(?:xai|pplx)-[A-Za-z0-9]{40,}"],
  ["Replicate", "r8_[A-Za-z0-9]{37}(?![A-Za-z0-9])"],
  ["Telegram", "\\d{8,10}:AA[A-Za-z0-9_-]{32,36}"],
  ["Twilio", "SK[0-9a-f]{32}(?![0-9a-zA-Z])"],
  ["Mailgun", "key-[0-9a-f]{32}(?![0-9a-zA-Z])"],
  ["DigitalOcean", "do[opr]_v1_[a-f0-9]{64}"],
  ["Shopify", "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"],
  ["Docker", "dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,40}"],
  ["Grafana", "gl(?:sa|c)_[A-Za-z0-9+/=]{32,}(?:_[a-f0-9]{8})?"],
  ["Vault", "hv[sbr]\\.[A-Za-z0-9_-]{24,}"],
  ["Databricks", "dapi[0-9a-f]{32}(?:-\\d)?(?![0-9a-zA-Z])"],
  ["Linear, Notion, Figma", "(?:lin_api_|ntn_|figd_)[A-Za-z0-9_-]{36,80}"],
  ["age", "AGE-SECRET-KEY-1[0-9A-Z]{58}"],
  ["Discord", "[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_.-])"],
  ["JSON web token", "eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}"],
  ["Azure", "(?:AccountKey|SharedAccessKey|SharedSecretValue)=([A-Za-z0-9+/]{40,}={0,2})"],
  ["Azure, signature", "[?&]sig=([A-Za-z0-9%+/_-]{30,}={0,2})"],
];
const BY_SHAPE = SHAPES.map(([, shape]) => linear(`(?<![A-Za-z0-9])${shape}`, "dg"));

/** The form of OpenAI's, Anthropic's and similar keys. Ordinary words joined by hyphens may begin with sk- too. */
const SK_KEY = linear(/(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{20,}/dg);
const HEX_KEY = /^sk-[0-9a-f]{32,64}$/;

function isSkKey(value: string): boolean {
  return HEX_KEY.test(value) || (/\d/.test(value) && /[A-Z]/.test(value) && /[a-z]/.test(value.slice(3)));
}

/** 40 characters of base64 alone could be anything: the text just before must name AWS or a secret. */
const AWS_SECRET = linear(
  /(?<![A-Za-z0-9/+=_-])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])|(?<==)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])/dg,
);
const AWS_WORDS = /aws|amazon|secret|s3/i;
const WORDS_BEFORE = 80;

function isAwsSecret(value: string, { input, index }: RegExpExecArray): boolean {
  if (!/[A-Z]/.test(value) || !/[a-z]/.test(value) || !/\d/.test(value)) return false;
  return AWS_WORDS.test(input.slice(Math.max(0, index - WORDS_BEFORE), index));
}

const PEM_BEGIN = linear(/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g);
const PEM_END = linear(/-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g);

/** A block that has no end, because it was cut, goes to the end of the text. */
function findPrivateKeys(text: string): Span[] {
  const spans: Span[] = [];
  const ends = [...text.matchAll(PEM_END)].map(({ index, 0: { length } }) => ({ index, to: index + length }));
  let next = 0;
  let after = 0;
  for (const begin of text.matchAll(PEM_BEGIN)) {
    if (begin.index < after) continue;
    while (next < ends.length && ends[next]!.index < begin.index) next += 1;
    after = ends[next]?.to ?? text.length;
    spans.push({ from: begin.index, to: after, what: WHAT });
  }
  return spans;
}

export const KEY_FINDERS: readonly Finder[] = [
  findPrivateKeys,
  ...BY_SHAPE.map((shape) => finderOf(shape, WHAT)),
  finderOf(SK_KEY, WHAT, isSkKey),
  finderOf(AWS_SECRET, WHAT, isAwsSecret),
];
