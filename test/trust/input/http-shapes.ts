// Requests whose end two readers might see in different places, and others that are nobody's idea of a request.

/** Refused for its field, once it has been read whole: the answer comes at once. */
const BODY = '{"query":1234567}';
const CHUNKED_BODY = `11\r\n${BODY}\r\n0\r\n\r\n`;

/** `refused`: no answer but a refusal, then the end of the connection. `read`: answered, and so is what comes after. */
export type Outcome = "refused" | "read";

export interface Shape {
  readonly name: string;
  /** Without the request that follows it. */
  readonly text: string;
  readonly outcome: Outcome;
}

/** The request that would be smuggled: it stands where one reader sees a body and another a request. */
export function hiddenRequest(key: string): string {
  return `GET /metrics HTTP/1.1\r\nHost: x\r\nX-Request-Id: hidden\r\nX-API-Key: ${key}\r\n\r\n`;
}

export function nextRequest(key: string): string {
  return `GET /metrics HTTP/1.1\r\nHost: x\r\nX-Request-Id: next\r\nX-API-Key: ${key}\r\n\r\n`;
}

export function ambiguousShapes(key: string): Shape[] {
  const hidden = hiddenRequest(key);
  const head = `POST /recall HTTP/1.1\r\nHost: x\r\nX-Request-Id: outer\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n`;
  const post = (headers: string, body: string) => `${head}${headers}\r\n${body}`;
  const length = `Content-Length: ${BODY.length}\r\n`;
  const chunked = "Transfer-Encoding: chunked\r\n";
  const refused = (name: string, text: string): Shape => ({ name, text, outcome: "refused" });
  const read = (name: string, text: string): Shape => ({ name, text, outcome: "read" });
  const lengths = [
    "17, 17",
    "+17",
    "-17",
    "0x11",
    "1e1",
    "17;",
    "1 7",
    "",
    "99999999999999999999",
    "18446744073709551633",
  ];
  const codings = ["xchunked", "gzip, chunked", "chunked, identity", "identity", "\vchunked", "chunked;q=1"];
  const sizes = ["+11", "0x11", "-1", "FFFFFFFFFFFFFFFFF1", "1_1", " 11", "11 ", "", "g", "\t11", "11;a\nb", "1\x001"];
  return [
    refused("a length, then chunks", post(`${length}${chunked}`, CHUNKED_BODY + hidden)),
    refused("chunks, then a length", post(`${chunked}Content-Length: 4\r\n`, CHUNKED_BODY + hidden)),
    refused("a length of 0, and chunks", post(`Content-Length: 0\r\n${chunked}`, CHUNKED_BODY + hidden)),
    refused("two lengths that differ", post(`Content-Length: 0\r\n${length}`, BODY + hidden)),
    ...lengths.map((value) =>
      refused(`a length of ${JSON.stringify(value)}`, post(`Content-Length: ${value}\r\n`, BODY)),
    ),
    ...codings.map((value) =>
      refused(`a coding of ${JSON.stringify(value)}`, post(`Transfer-Encoding: ${value}\r\n`, CHUNKED_BODY)),
    ),
    refused("two codings", post(chunked + chunked, CHUNKED_BODY)),
    refused("a coding on a line of its own", post("Transfer-Encoding:\r\n chunked\r\n", CHUNKED_BODY)),
    refused("a coding with a space before its colon", post("Transfer-Encoding : chunked\r\n", CHUNKED_BODY)),
    refused("a length with a space before its colon", post("Content-Length : 17\r\n", BODY)),
    refused("chunks in HTTP/1.0", post(chunked, CHUNKED_BODY).replace("HTTP/1.1", "HTTP/1.0")),
    ...sizes.map((size) =>
      refused(`a chunk of size ${JSON.stringify(size)}`, post(chunked, `${size}\r\n${BODY}\r\n0\r\n\r\n${hidden}`)),
    ),
    refused("chunks with bare line feeds", post(chunked, CHUNKED_BODY.replaceAll("\r\n", "\n"))),
    refused("a chunk longer than it says", post(chunked, `5\r\n${BODY}\r\n0\r\n\r\n`)),
    refused(
      "a header that ends in a bare line feed",
      `${head.replace("Host: x\r\n", "Host: x\n")}${length}\r\n${BODY}`,
    ),
    refused("a header with a bare carriage return", `${head}X-A: a\rX-B: b\r\n${length}\r\n${BODY}`),
    refused("a header folded over two lines", `${head}X-A: a\r\n b\r\n${length}\r\n${BODY}`),
    refused("a NUL in a header", `${head}X-A: a\0b\r\n${length}\r\n${BODY}`),
    refused("a NUL in a header's name", `${head}X\0A: ab\r\n${length}\r\n${BODY}`),
    refused("a header's name with a space", `${head}X A: b\r\n${length}\r\n${BODY}`),
    refused("a header without a name", `${head}: b\r\n${length}\r\n${BODY}`),
    refused("a header without a colon", `${head}Xab\r\n${length}\r\n${BODY}`),
    refused("a space before the method", ` ${post(length, BODY)}`),
    refused("no Host", post(length, BODY).replace("Host: x\r\n", "")),
    refused("HTTP/1.2", post(length, BODY).replace("HTTP/1.1", "HTTP/1.2")),
    refused("HTTP/0.9", "GET /livez\r\n\r\n"),
    refused("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0"),
    refused("a TLS hello", `\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${"\xa5".repeat(64)}\r\n\r\n`),
    refused("a method of no HTTP", post(length, BODY).replace("POST", "QUOKKA")),
    refused("a method in small letters", post(length, BODY).replace("POST", "post")),
    refused("endless headers", `${head}${"X-A: b\r\n".repeat(2_000)}\r\n`),
    refused("an endless header", `${head}X-A: ${"b".repeat(200_000)}`),
    refused("an endless target", `GET /${"b".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
    read("a coding in capitals", post("Transfer-Encoding: CHUNKED\r\n", CHUNKED_BODY)),
    read("a list of codings with an empty entry", post("Transfer-Encoding: chunked,\r\n", CHUNKED_BODY)),
    read("an extension of a chunk", post(chunked, `11;a=b\r\n${BODY}\r\n0;c\r\n\r\n`)),
    read("a length with a space after it", post("Content-Length: 17 \r\n", BODY)),
    read("a request inside the body", post(`Content-Length: ${hidden.length}\r\n`, hidden)),
    read("a request inside a chunk", post(chunked, `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`)),
    read(
      "a body where none is read",
      post(`Content-Length: ${hidden.length}\r\n`, hidden).replace("POST /recall", "GET /metrics"),
    ),
    read(
      "a body of a request without a key",
      post(`Content-Length: ${hidden.length}\r\n`, hidden).replace(/X-API-Key.*\r\n/, ""),
    ),
    read("two Hosts", post(length, BODY).replace("Host: x\r\n", "Host: x\r\nHost: y\r\n")),
    read("two keys", post(length, BODY).replace("X-API-Key:", "X-API-Key: a\r\nX-API-Key:")),
    read("the address of another host", post(length, BODY).replace("/recall", "http://other.example/recall")),
    read("an upgrade to WebSocket", post(`Connection: Upgrade\r\nUpgrade: websocket\r\n${length}`, BODY)),
    read("an upgrade to HTTP/2", post(`Connection: Upgrade\r\nUpgrade: h2c\r\n${length}`, BODY)),
    read("TRACE", post("", "").replace("POST", "TRACE")),
  ];
}
