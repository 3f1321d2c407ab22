// `memoryd-client/ai-sdk`: memory for models and agents of the AI SDK, versions 6 and 7.
export { type MemoryOptions, memory } from "./memory-middleware.ts";
