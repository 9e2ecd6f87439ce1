/** The data about the publication that every page needs. */
export interface Site {
  readonly name: string;
  /** The public address, such as `https://news.example`. */
  readonly baseUrl: string;
  /** The address of the stylesheet. */
  readonly stylesheet: string;
  /** The language of the page's own texts. */
  readonly language: string;
  /** The time zone in which dates are written (IANA). */
  readonly timeZone: string;
  /** A demonstration: its sign-in address is printed to the terminal. */
  readonly isDemo: boolean;
}
