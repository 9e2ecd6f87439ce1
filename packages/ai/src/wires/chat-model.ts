import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult, SharedV4Warning } from '@ai-sdk/provider';
import { DecodedAnswer, type EventDecoder, type Framing } from './decode.ts';
import type { ChatModel } from './part-stream.ts';
import { postJson, type WireTransport } from './post.ts';

/** A server that is called over one of our own wires. */
export interface WireServer extends WireTransport {
  kind: string;
  headers: Record<string, string>;
}

/** A request body, and warnings about the options it leaves out. */
export interface WireRequest {
  body: Record<string, unknown>;
  warnings: SharedV4Warning[];
}

/** The differences between wires. */
export interface ChatWire {
  server: WireServer;
  url: string;
  write(options: LanguageModelV4CallOptions, stream: boolean): WireRequest;
  /** Parses a complete answer. */
  read(text: string): LanguageModelV4GenerateResult;
  framing(): Framing;
  decoder(): EventDecoder;
}

/** A chat model over one of our own wires. */
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
