import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult, SharedV4Warning } from '@ai-sdk/provider';
import { DecodedAnswer, type EventDecoder, type Framing } from './decode.ts';
import type { ChatModel } from './part-stream.ts';
import { postJson, type WireTransport } from './post.ts';

/** A server that is asked over a wire of ours. */
export interface WireServer extends WireTransport {
  kind: string;
  headers: Record<string, string>;
}

/** A body, and what of the call it leaves out. */
export interface WireRequest {
  body: Record<string, unknown>;
  warnings: SharedV4Warning[];
}

/** What tells one wire from another. */
export interface ChatWire {
  server: WireServer;
  url: string;
  write(options: LanguageModelV4CallOptions, stream: boolean): WireRequest;
  /** Reads an answer in one piece. */
  read(text: string): LanguageModelV4GenerateResult;
  framing(): Framing;
  decoder(): EventDecoder;
}

/** A chat model over a wire of ours. */
export function wireChatModel(wire: ChatWire): ChatModel {
  const { server, url } = wire;
  const post = (body: Record<string, unknown>, options: LanguageModelV4CallOptions) =>
    postJson({ ...server, url, headers: { ...server.headers, ...toHeaders(options.headers) }, body, signal: options.abortSignal });
  return {
    async doGenerate(options) {
      const { body, warnings } = wire.write(options, false);
      return { ...wire.read(await (await post(body, options)).text()), warnings };
    },
    async doStream(options) {
      const { body, warnings } = wire.write(options, true);
      const reader = (await post(body, options)).reader();
      return { stream: new DecodedAnswer(reader, wire.framing(), wire.decoder(), server.kind, warnings) };
    },
  };
}

/** The headers of one call, without those that are not set. */
export function toHeaders(headers: LanguageModelV4CallOptions['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
