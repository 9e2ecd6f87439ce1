import { stylesheet } from './stylesheet.ts';

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

/** The settings of the publication that its pages show. */
export interface SiteOptions extends Pick<Site, 'name' | 'baseUrl' | 'isDemo'> {}

let timeZone: string | undefined;

/** The publication, with this program's language, time zone and stylesheet. */
export function pageSite({ name, baseUrl, isDemo }: SiteOptions): Site {
  timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { name, baseUrl, isDemo, stylesheet: stylesheet().path, language: 'en', timeZone };
}
