/** What every page knows of the publication that it belongs to. */
export interface Site {
  readonly name: string;
  /** Where people reach it, such as `https://news.example`. */
  readonly baseUrl: string;
  /** The address of the stylesheet. */
  readonly stylesheet: string;
  /** The language of the words around the pieces. */
  readonly language: string;
  /** Dates are written as they are at this place (IANA). */
  readonly timeZone: string;
  /** A demonstration: the way in to work on it is in the terminal. */
  readonly isDemo: boolean;
}
