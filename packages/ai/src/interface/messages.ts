/** An image given as bytes, as base64 or a `data:` URL, or as an `https:` URL. */
export type ImageInput = Uint8Array | string;

/** Marks the end of what a vendor should keep in its prompt cache, where it can be told. */
export interface CacheControl {
  /** How long it is kept: 5 minutes (default) or an hour. */
  ttl?: '5m' | '1h';
}

/** A run of text inside a message. */
interface TextPart {
  type: 'text';
  text: string;
  cacheControl?: CacheControl;
}

/** A document inside a user message: a PDF, or a file of text. */
interface FilePart {
  type: 'file';
  /** Bytes, base64, a `data:` URL or an `https:` URL. */
  data: Uint8Array | string;
  /** For example `application/pdf` or `text/markdown`. Read from the bytes or from the `data:` URL when absent. */
  mimeType?: string;
  filename?: string;
  cacheControl?: CacheControl;
}

/** An image inside a user message. */
interface ImagePart {
  type: 'image';
  image: ImageInput;
  /** For example `image/png`. Read from the bytes or from the `data:` URL when absent. */
  mimeType?: string;
  cacheControl?: CacheControl;
}

/** The same in the form other libraries use. */
interface ImageUrlPart {
  type: 'image_url';
  image_url: { url: string; detail?: 'auto' | 'low' | 'high' };
}

/** A piece of a message. */
export type ContentPart = TextPart | ImagePart | ImageUrlPart | FilePart;

/** A call of a tool, as a model asked for it. `arguments` is JSON text. */
export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/**
 * What a vendor wants to see again when a conversation goes on (signatures, reasoning blocks).
 * Plain JSON; sent back only to the kind of provider it came from.
 */
export interface ReplayParts {
  provider: string;
  parts: readonly unknown[];
}

/**
 * One turn of a conversation.
 *
 * `role` is `system`, `developer` (the same), `user`, `assistant`, `tool` or `function` (the older name
 * of a tool result). A tool result names the call it answers in `toolCallId`.
 */
export interface Message {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function';
  content: string | readonly ContentPart[] | null;
  name?: string | undefined;
  toolCalls?: readonly ToolCall[] | undefined;
  /** Alias of `toolCalls`. */
  tool_calls?: readonly ToolCall[] | undefined;
  toolCallId?: string | undefined;
  /** Alias of `toolCallId`. */
  tool_call_id?: string | undefined;
  replay?: ReplayParts | undefined;
  /** Marks everything up to the end of this message. */
  cacheControl?: CacheControl | undefined;
}

/** A JSON Schema (draft 7 or 2020-12), as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool that a model may call. */
export interface ToolDefinition {
  type: 'function';
  function: { name: string; description?: string; parameters: JsonSchema; strict?: boolean };
  /** Marks everything up to the end of this tool. */
  cacheControl?: CacheControl;
}
