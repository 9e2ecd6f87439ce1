/** One HTTP exchange, without redirects, credentials handling or retries. */
export interface TransportRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For the whole exchange. */
  readonly timeoutMilliseconds: number;
  /** Bytes of body, after decoding, beyond which the exchange is broken off. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** PEM text of certificate authorities to trust beside the usual ones. */
  readonly certificateAuthorities?: string | undefined;
}

export interface TransportResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Carries requests. */
export interface Transport {
  /**
   * @throws NetworkError when the server cannot be reached or the connection breaks.
   * @throws RefusedError when the body is larger than asked for or encoded in a way that was not asked for.
   * @throws InterruptedError when `signal` fires.
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes what is kept open, so that the process can end. */
  close(): void;
}
