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
  /** Headers that the body needs. */
  headers?: Record<string, string>;
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
  const post = ({ body, headers: needed }: WireRequest, options: LanguageModelV4CallOptions) => {
    const headers = { ...server.headers, ...toHeaders(options.headers) };
    return postJson({
      ...server,
      url,
      headers: needed === undefined ? headers : joinHeaders(headers, needed),
      body,
      signal: options.abortSignal,
    });
  };
  return {
    async doGenerate(options) {
      const request = wire.write(options, false);
      return { ...wire.read(await (await post(request, options)).text()), warnings: request.warnings };
    },
    async doStream(options) {
      const request = wire.write(options, true);
      const { warnings } = request;
      const reader = (await post(request, options)).reader();
      return { stream: new DecodedAnswer(reader, wire.framing(), wire.decoder(), server.kind, warnings) };
    },
  };
}

/** Adds headers to others; a header that is a list, which the caller may have set too, gets both values. */
function joinHeaders(headers: Record<string, string>, needed: Record<string, string>): Record<string, string> {
  const joined = { ...headers };
  for (const [name, value] of Object.entries(needed)) {
    const own = Object.keys(joined).find((other) => other.toLowerCase() === name);
    joined[own ?? name] = own === undefined ? value : `${joined[own] ?? ''},${value}`;
  }
  return joined;
}

/** The headers of one call, without those that are not set. */
export function toHeaders(headers: LanguageModelV4CallOptions['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
