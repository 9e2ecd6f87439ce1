/** An image given as bytes, as base64 or a `data:` URL, or as an `https:` URL. */
export type ImageInput = Uint8Array | string;

/** Marks the end of the content that the vendor should keep in its prompt cache, if the vendor supports it. */
export interface CacheControl {
  /** How long the content is kept: 5 minutes (default) or an hour. */
  ttl?: '5m' | '1h';
}

/** A text part of a message. */
interface TextPart {
  type: 'text';
  text: string;
  cacheControl?: CacheControl;
}

/** A file in a user message: a PDF, a text, a sound or a video. Each vendor takes some of them. */
interface FilePart {
  type: 'file';
  /** Bytes, base64, a `data:` URL or an `https:` URL. */
  data: Uint8Array | string;
  /** For example `application/pdf`, `text/markdown`, `audio/mpeg` or `video/mp4`. Default: detected from the bytes or the `data:` URL. */
  mimeType?: string;
  filename?: string;
  cacheControl?: CacheControl;
}

/** An image in a user message. */
interface ImagePart {
  type: 'image';
  image: ImageInput;
  /** For example `image/png`. Default: detected from the bytes or the `data:` URL. */
  mimeType?: string;
  cacheControl?: CacheControl;
}

/** The same in the form that other libraries use. */
interface ImageUrlPart {
  type: 'image_url';
  image_url: { url: string; detail?: 'auto' | 'low' | 'high' };
}

/** A part of a message. */
export type ContentPart = TextPart | ImagePart | ImageUrlPart | FilePart;

/** A tool call requested by a model. `arguments` is JSON text. */
export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/**
 * What a vendor needs back when a conversation continues (signatures, reasoning blocks). Plain JSON; sent back only to the kind of provider
 * it came from.
 */
export interface ReplayParts {
  provider: string;
  parts: readonly unknown[];
}

/**
 * One turn of a conversation.
 *
 * `role` is `system`, `developer` (the same), `user`, `assistant`, `tool` or `function` (the older name of a tool result). A tool result
 * names its call in `toolCallId`.
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
  function: {
    name: string;
    description?: string;
    parameters: JsonSchema;
    /**
     * Whether the vendor must enforce the parameters; `auto`: where it can enforce exactly these, as loops of tools ask. An optional argument
     * is then written as `null`, which `runTools` takes for an absent one.
     */
    strict?: boolean | 'auto';
  };
  /** Marks everything up to the end of this tool. */
  cacheControl?: CacheControl;
}
