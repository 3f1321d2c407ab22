// The shapes of a model call, from the version of `ai` that is installed: 6 (LanguageModelV3) and 7 (LanguageModelV4).
import type { LanguageModelMiddleware } from "ai";

type WrapGenerate = NonNullable<LanguageModelMiddleware["wrapGenerate"]>;
type WrapStream = NonNullable<LanguageModelMiddleware["wrapStream"]>;

export type Model = Parameters<WrapGenerate>[0]["model"];
export type Params = Parameters<WrapGenerate>[0]["params"];
export type Prompt = Params["prompt"];
export type Generated = Awaited<ReturnType<WrapGenerate>>;
export type Streamed = Awaited<ReturnType<WrapStream>>;
export type StreamPart = Streamed["stream"] extends ReadableStream<infer P> ? P : never;
export type FinishReason = Generated["finishReason"];
