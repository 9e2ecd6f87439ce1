/** One HTTP exchange, without redirects, credential handling or retries. */
export interface TransportRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For the entire exchange. */
  readonly timeoutMilliseconds: number;
  /** The maximum size of the decoded body, in bytes; a larger one aborts the exchange. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** PEM text of certificate authorities to trust in addition to the default ones. */
  readonly certificateAuthorities?: string | undefined;
}

export interface TransportResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  /** Without a byte order mark, which some servers put before JSON. */
  readonly body: string;
}

/** Sends requests. */
export interface Transport {
  /**
   * @throws NetworkError if the server cannot be reached or the connection breaks. @throws RefusedError if the body is too large
   * or has an encoding that was not requested. @throws InterruptedError if `signal` aborts.
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes open connections, so that the process can exit. */
  close(): void;
}
