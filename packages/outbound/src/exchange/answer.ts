/** A response, before its body was read. */
export interface OutboundHead {
  readonly status: number;
  /** Lower-case names; the values of a repeated header are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The final URL, after redirects. */
  readonly url: string;
  /** The URLs that redirected, in order. */
  readonly redirects: readonly string[];
}

/** A response with a streaming body. Reading it to its end, leaving the loop or `close()` releases the connection. */
export interface OutboundStream extends OutboundHead, AsyncDisposable {
  /** Decompressed. Throws `too_large`, `bad_encoding`, `fetch_failed` and `fetch_timeout` while it is read. */
  readonly body: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export interface OutboundAnswer extends OutboundHead {
  /** Determined from the bytes; `undefined` without a body. */
  readonly mimeType: string | undefined;
  /** The value of `Content-Type`, as declared by the server. */
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
  /** Whether the body was longer than `maximumBytes`, with `overflow: 'cut'`. */
  readonly isCut: boolean;
}
