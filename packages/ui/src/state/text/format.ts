/** Formats dates, numbers and lists for a language and a time zone. */
export interface Format {
  readonly locale: string;
  readonly timeZone: string;
  /** `ltr` or `rtl`, the direction of the language. */
  readonly direction: 'ltr' | 'rtl';
  /** `3 May 2026`; an invalid date is returned unchanged. */
  readonly date: (iso: string) => string;
  /** `3 May 2026, 14:30 CET`; always with the time zone. */
  readonly dateTime: (iso: string) => string;
  /** `14:30 CET`. */
  readonly time: (iso: string) => string;
  /** `2 hours ago`, relative to `now` (milliseconds since 1970). */
  readonly relative: (iso: string, now: number) => string;
  readonly number: (value: number) => string;
  /** `1.2 MB`, in steps of 1000. */
  readonly bytes: (count: number) => string;
  /** `Ada, Li and Jo`. */
  readonly list: (items: readonly string[]) => string;
  /** Selects the plural form for a count; `other` if the language has no specific one. */
  plural(count: number, forms: { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string }): string;
  /** The name of a language: `German` for `de`; the tag itself if unknown. */
  readonly language: (tag: string) => string;
  /** Compares texts in the order of the language. */
  readonly compare: (a: string, b: string) => number;
}

const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);
const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

const made = new Map<string, Format>();

/**
 * Returns the formats of a language and a time zone, created once per pair. Pass the newsroom's zone, not the browser's, so that everyone
 * sees the same time.
 *
 * @throws RangeError for a language or zone that does not exist
 * @example
 * const format = formatFor('en-GB', 'Europe/Berlin');
 * format.dateTime('2026-05-03T12:30:00.000Z'); // 3 May 2026, 14:30 CEST
 */
export function formatFor(locale: string, timeZone: string): Format {
  const key = `${locale} ${timeZone}`;
  const known = made.get(key);
  if (known) return known;
  const format = createFormat(locale, timeZone);
  made.set(key, format);
  return format;
}

function createFormat(locale: string, timeZone: string): Format {
  const dateFormat = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' });
  const timeParts = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short', hourCycle: 'h23' } as const;
  const timeFormat = new Intl.DateTimeFormat(locale, { timeZone, ...timeParts });
  const dateTimeFormat = new Intl.DateTimeFormat(locale, { timeZone, year: 'numeric', month: 'short', day: 'numeric', ...timeParts });
  const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const numberFormat = new Intl.NumberFormat(locale);
  const listFormat = new Intl.ListFormat(locale);
  const rightToLeft = directionOf(locale) === 'rtl';
  const plurals = new Intl.PluralRules(locale);
  const languages = new Intl.DisplayNames([locale], { type: 'language' });
  const collator = new Intl.Collator(locale, { numeric: true });
  const write = (with_: Intl.DateTimeFormat) => (iso: string) => {
    const at = new Date(iso);
    return Number.isNaN(at.getTime()) ? iso : with_.format(at);
  };
  return Object.freeze({
    locale,
    timeZone,
    direction: directionOf(locale),
    date: write(dateFormat),
    dateTime: write(dateTimeFormat),
    time: write(timeFormat),
    relative(iso: string, now: number): string {
      const seconds = (new Date(iso).getTime() - now) / 1000;
      if (Number.isNaN(seconds)) return iso;
      const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? (['second', 1] as const);
      return relativeFormat.format(Math.round(seconds / size), unit);
    },
    number: (value: number) => numberFormat.format(value),
    bytes(count: number): string {
      const step = Math.min(UNITS.length - 1, count < 1000 ? 0 : Math.floor(Math.log10(count) / 3));
      const options = { style: 'unit', unit: UNITS[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: 1 } as const;
      return new Intl.NumberFormat(locale, options).format(count / 1000 ** step);
    },
    // Names in the other direction would reorder the words between them.
    list: (items: readonly string[]) => listFormat.format(rightToLeft ? items.map((item) => `\u2068${item}\u2069`) : items),
    plural: (count: number, forms: { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string }) =>
      forms[plurals.select(count)] ?? forms.other,
    language: (tag: string) => languageName(languages, tag),
    compare: (a: string, b: string) => collator.compare(a, b),
  });
}

function languageName(languages: Intl.DisplayNames, tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns the direction of a language: by its script if the tag has one, else by the language. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const [language = '', ...rest] = locale.toLowerCase().split('-');
  const script = rest.find((part) => part.length === 4 && !/^\d/.test(part));
  if (script !== undefined) return ['arab', 'hebr', 'thaa', 'syrc', 'nkoo', 'adlm'].includes(script) ? 'rtl' : 'ltr';
  return RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
}
