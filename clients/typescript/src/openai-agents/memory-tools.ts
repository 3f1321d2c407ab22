// Memory as tools of the Agents SDK.
import { tool } from "@openai/agents";
import { type ToolOptions, toolsOf } from "../memory-tools.ts";

/** `remember`, `recall` and `forget`, for the `tools` of an agent. */
export function memoryTools(options: ToolOptions) {
  return toolsOf(options).map(({ name, description, parameters, run }) =>
    tool({
      name,
      description,
      parameters: { ...parameters, required: [...parameters.required] },
      strict: true,
      execute: (given: unknown, _context, details) => run(given, { signal: details?.signal }),
    }),
  );
}
