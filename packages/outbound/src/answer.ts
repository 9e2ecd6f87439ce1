/** What the other side answered, before its body was read. */
export interface OutboundHead {
  readonly status: number;
  /** Lower-case names; of a repeated header the values joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The address that answered, after redirects. */
  readonly url: string;
  /** The addresses that redirected, in order. */
  readonly redirects: readonly string[];
}

/** An answer whose body is read as it comes. Reading it to its end, leaving the loop or `close()` gives the connection back. */
export interface OutboundStream extends OutboundHead, AsyncDisposable {
  /** Unpacked. Throws `too_large`, `bad_encoding`, `fetch_failed` and `fetch_timeout` while it is read. */
  readonly body: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export interface OutboundAnswer extends OutboundHead {
  /** By what the bytes are; `undefined` without a body. */
  readonly mimeType: string | undefined;
  /** The value of `Content-Type`, as the other side declares it. */
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
  /** Whether there was more than `maximumBytes`, with `overflow: 'cut'`. */
  readonly isCut: boolean;
}
