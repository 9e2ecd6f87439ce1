/** A raw received mail. */
export interface IncomingMail {
  readonly bytes: Uint8Array;
  /** Its domain in ASCII and lower case. */
  readonly recipient: string;
  /** Empty for mail that must not be answered. */
  readonly envelopeFrom: string;
  /** The client, with the name from its greeting. */
  readonly remoteAddress: string;
  readonly helo: string;
}

/** The reason why a mail is refused for good, in words for its sender: its server reports them. */
export interface MailRefusal {
  readonly refused: string;
}

export interface MailListenerOptions {
  /** `lmtp://127.0.0.1:2424` behind your own mail server, or `smtp://[::]:25`. Port 0 selects a free one. */
  readonly listen: string;
  /** Whether SMTP is allowed at a publicly reachable address. Default: no. */
  readonly isMx?: boolean;
  /** The host name of the listener. */
  readonly name: string;
  /** Whether mail to this address is accepted; other recipients are refused. */
  readonly isRecipient: (address: string) => boolean | Promise<boolean>;
  /**
   * Delivers the mail. It is acknowledged when this resolves, and answered 550 if it resolves to a refusal; when it rejects, the
   * client is asked to try again later.
   */
  readonly deliver: (mail: IncomingMail) => Promise<MailRefusal | void>;
  /** For STARTTLS, PEM. Default: not offered. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** Called with errors of `deliver` and `isRecipient`. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds of inactivity after which a connection ends. Default: 60,000. */
  readonly idleTimeout?: number;
  /** Milliseconds to receive a mail. Default: 300,000. */
  readonly dataTimeout?: number;
  /** Maximum duration of a connection in milliseconds. Default: 600,000. */
  readonly sessionTimeout?: number;
  /** Bytes of a mail. Default, and at most: 30,000,000. */
  readonly maximumBytes?: number;
  /** Bytes of all mails being received or delivered; further ones are deferred. Default: 200,000,000. */
  readonly maximumHeldBytes?: number;
  /** Connections of one network: an IPv4 address, or 64 bits of IPv6. Default: 3 for an MX, else 20. */
  readonly connectionsOfNetwork?: number;
}

export interface MailListener {
  readonly port: number;
  /** Accepts no more connections and ends the open ones. */
  close(): Promise<void>;
}
