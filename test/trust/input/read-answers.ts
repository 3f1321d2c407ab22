// The answers in what came back over a bare connection, and what is wrong with them.

/** What the server's own parser answers, with no body, to what is no HTTP. */
const PARSER_STATUSES = [400, 413, 431, 505];
/** Whatever is sent: statuses of the contract, and 100 to whoever asked for it. */
const STATUSES = [100, 200, 201, 400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 429, 503];

export interface Answer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

export function answersIn(received: string): Answer[] {
  const answers: Answer[] = [];
  let rest = received;
  for (;;) {
    const head =
      /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n(.*?)\r\n\r\n/s.exec(rest) ??
      /^HTTP\/1\.1 (\d{3}) [^\r\n]*()\r\n\r\n/.exec(rest);
    if (head === null) return answers;
    const headers = head[2] ?? "";
    const start = head[0].length;
    const length = Number(/^content-length: (\d+)$/im.exec(headers)?.[1] ?? 0);
    const isChunked = /^transfer-encoding: chunked$/im.test(headers);
    // Of a stream the end is found, and its content is nobody's concern here.
    // The answer to HEAD has a length and no body.
    const isBodiless = rest.startsWith("HTTP/1.1 ", start);
    const end = isBodiless ? start : isChunked ? rest.indexOf("\r\n0\r\n\r\n", start) + 7 : start + length;
    if (end > rest.length || end < start) return answers;
    answers.push({ status: Number(head[1]), headers, body: isChunked ? "" : rest.slice(start, end) });
    rest = rest.slice(end);
  }
}

export function requestIdOf({ headers }: Answer): string | null {
  return /^x-request-id: (.*)$/im.exec(headers)?.[1] ?? null;
}

/** null where the answer is one of the contract, or a refusal of the server's parser. */
export function faultOf({ status, headers, body }: Answer): string | null {
  if (status === 100) return null;
  const isParsers = PARSER_STATUSES.includes(status) && body === "" && !/^x-request-id: /im.test(headers);
  if (isParsers)
    return /^connection: close$/im.test(headers) ? null : `a bare ${status} that leaves the connection open`;
  if (!STATUSES.includes(status)) return `status ${status}`;
  if (!/^x-request-id: \S+$/im.test(headers)) return `${status} without a request id`;
  if (status < 400 || body === "") return null;
  try {
    const { message, code, request_id: id } = JSON.parse(Buffer.from(body, "latin1").toString("utf8"));
    const isWhole = [message, code, id].every((field) => typeof field === "string" && field !== "");
    return isWhole ? null : `${status} with a body that is no error of the contract`;
  } catch {
    return `${status} with a body that is no JSON`;
  }
}
