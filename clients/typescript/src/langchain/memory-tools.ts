// Memory as tools of LangChain.
import { type StructuredTool, tool } from "langchain";
import { type ToolOptions, toolsOf } from "../memory-tools.ts";

/** `remember`, `recall` and `forget`, for the `tools` of an agent. */
export function memoryTools(options: ToolOptions): StructuredTool[] {
  return toolsOf(options).map(({ name, description, parameters, run }) =>
    tool(
      async (given: unknown, config?: { readonly signal?: AbortSignal }) =>
        JSON.stringify(await run(given, { signal: config?.signal })),
      {
        name,
        description,
        schema: parameters,
      },
    ),
  );
}
