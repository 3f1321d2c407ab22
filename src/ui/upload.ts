// A file on its way up. `fetch` does not tell how far it is; XMLHttpRequest does.
import { Failure, PAGE_HEADER, refusalOf } from "./api.ts";

export interface Upload {
  readonly path: string;
  readonly file: Blob;
  readonly type: string;
  /** `sent` bytes have left this browser. */
  readonly onSent: (sent: number) => void;
  readonly signal: AbortSignal;
}

/** What the service answers. Throws Failure; `aborted` where the signal came. */
export function upload<T>({ path, file, type, onSent, signal }: Upload): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader(PAGE_HEADER, "1");
    request.setRequestHeader("Content-Type", type);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body as T);
      else reject(refusalOf(request, body));
    };
    request.onerror = () => reject(new Failure(0, "unreachable", "", null, {}));
    request.onabort = () => reject(new Failure(0, "aborted", "", null, {}));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
