// What an attack does with one text, whatever the text is.
import type { AttackedService } from "./attacked-service.ts";

export interface Scenario {
  readonly name: string;
  /** The longest text that any of its requests takes whole. */
  readonly lengthMax: number;
  /** Its measured requests are the service's samples afterwards. */
  readonly run: (service: AttackedService, text: string) => Promise<void>;
}
