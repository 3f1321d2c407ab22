// A model of the OpenAI Agents SDK that answers by a script.
import {
  type AgentOutputItem,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type StreamEvent,
  Usage,
} from "@openai/agents";

export type Said = string | AgentOutputItem | Error;

/** Keeps what it was given. */
export class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #script: Said[];

  constructor(...script: Said[]) {
    this.#script = script;
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.requests.push({ ...request });
    const said = this.#script.shift() ?? new Error("the script is over");
    if (said instanceof Error) throw said;
    return { usage: new Usage(), output: [typeof said === "string" ? message(said) : said] };
  }

  async *getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    const { output } = await this.getResponse(request);
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    yield { type: "response_done", response: { id: "r", usage, output } } as StreamEvent;
  }
}

export function message(text: string): AgentOutputItem {
  return { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] };
}
