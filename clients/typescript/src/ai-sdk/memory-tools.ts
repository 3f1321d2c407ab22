// Memory as tools of the AI SDK.
import type { Tool } from "ai";
import { type MemoryTool, type ToolOptions, type ToolParameters, toolsOf } from "../memory-tools.ts";

type Given = Readonly<Record<string, string>>;
type MemoryToolSet = Record<MemoryTool["name"], Tool<Given, unknown>>;

/** `remember`, `recall` and `forget`, for the `tools` of `generateText`, `streamText` or an agent, of `ai` 6 and 7. */
export function memoryTools(options: ToolOptions): MemoryToolSet {
  const tools = toolsOf(options).map(({ name, description, parameters, run }) => {
    const execute = (given: Given, { abortSignal }: { readonly abortSignal?: AbortSignal | undefined }) =>
      run(given, { signal: abortSignal });
    return [name, { description, inputSchema: schemaOf(parameters), execute }];
  });
  return Object.fromEntries(tools) as MemoryToolSet;
}

/** A Standard Schema that knows its JSON Schema: what a tool takes, without a library of schemas. */
function schemaOf(parameters: ToolParameters) {
  return {
    "~standard": {
      version: 1,
      vendor: "memoryd-client",
      validate: (value: unknown) => ({ value: value as Given }),
      jsonSchema: { input: () => parameters, output: () => parameters },
    },
  };
}
