const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

/** Minutes east of Greenwich of the zone names of RFC 2822 §4.3, and UTC. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  ut: 0,
  gmt: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
};

const DAY = String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`;
const DAY_FIRST = String.raw`(?:[a-z]{3,9},?\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?<name>[a-z]{3,9})\.?,?\s+(?<year>\d{4})`;
const MONTH_FIRST = String.raw`(?:[a-z]{6,9},?\s+)?(?<name>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})`;
const TIME = String.raw`(?:(?:\s*t\s*|,?\s+(?:at\s+)?)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?\s*(?<half>am|pm)?)?`;
const ZONE = String.raw`(?:\s*(?<zone>z|[a-z]{2,3}|[+-]\d{1,2}(?::?\d{2})?))?`;

const FORMS = [DAY, DAY_FIRST, MONTH_FIRST].map((day) => new RegExp(`^${day}${TIME}${ZONE}$`, 'i'));

/**
 * Parses a date as written in front matter to a UTC timestamp with milliseconds; undefined if it is invalid. A date without a time is
 * midnight, a time without a zone is UTC.
 *
 * @example
 * parseDate('2015-09-21 16:52:00 -4')   // '2015-09-21T20:52:00.000Z'
 * parseDate('March 12, 2014')           // '2014-03-12T00:00:00.000Z'
 * parseDate('2015-02-30')               // undefined
 */
export function parseDate(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 60) return undefined;
  for (const form of FORMS) {
    const groups = form.exec(trimmed)?.groups;
    if (groups) return timestampOf(groups);
  }
  return undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function timestampOf(groups: Groups): string | undefined {
  const year = Number(groups['year']);
  const month = groups['name'] === undefined ? Number(groups['month']) : monthNamed(groups['name']);
  const day = Number(groups['day']);
  const hour = hourOf(groups);
  const minute = Number(groups['minute'] ?? 0);
  const second = Number(groups['second'] ?? 0);
  const offset = offsetOf(groups['zone']);
  if (month === undefined || hour === undefined || offset === undefined) return undefined;
  if (hour > 23 || minute > 59 || second > 59 || (groups['zone'] !== undefined && groups['hour'] === undefined)) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute - offset, second, Number((groups['fraction'] ?? '').padEnd(3, '0').slice(0, 3)));
  return date.getUTCFullYear() < 0 || date.getUTCFullYear() > 9999 ? undefined : date.toISOString();
}

/** Parses a month by its full or abbreviated name, including `Sept`: 1 to 12. */
function monthNamed(given: string): number | undefined {
  const name = given.toLowerCase();
  const index = MONTHS.findIndex((month) => month === name || month.slice(0, 3) === name || (name === 'sept' && month === 'september'));
  return index < 0 ? undefined : index + 1;
}

function hourOf(groups: Groups): number | undefined {
  const hour = Number(groups['hour'] ?? 0);
  const half = groups['half']?.toLowerCase();
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0;
  const numeric = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!numeric) return ZONES[zone.toLowerCase()];
  const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0);
  return minutes > 14 * 60 ? undefined : numeric[1] === '-' ? -minutes : minutes;
}
