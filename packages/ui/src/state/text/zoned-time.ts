/**
 * Converts an instant to local time in a time zone, in the format of `<input type="datetime-local">`: `2026-05-03T14:30`. Empty for
 * an invalid date.
 */
export function toZonedTime(iso: string | null, timeZone: string): string {
  const at = new Date(iso ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const part = partsOf(at, timeZone);
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/**
 * Converts local time in a time zone to an instant; null for an invalid time. A repeated hour is the first one, and
 * a skipped hour the one after it.
 */
export function fromZonedTime(local: string, timeZone: string): string | null {
  const asUtc = new Date(`${local}Z`).getTime();
  if (local === '' || Number.isNaN(asUtc)) return null;
  const offsets = [asUtc - 86_400_000, asUtc + 86_400_000].map((at) => offsetOf(at, timeZone));
  const fits = offsets.map((offset) => asUtc - offset).filter((at) => at + offsetOf(at, timeZone) === asUtc);
  const found = fits.length > 0 ? Math.min(...fits) : asUtc - Math.min(...offsets);
  return new Date(found).toISOString();
}

/** Whether the local time of an instant occurs a second time later, because clocks are set back. */
export function isFirstOfTwo(iso: string | null, timeZone: string): boolean {
  const local = toZonedTime(iso, timeZone);
  if (iso === null || local === '') return false;
  const asUtc = new Date(`${local}Z`).getTime();
  const later = asUtc - offsetOf(asUtc + 86_400_000, timeZone);
  return later > new Date(iso).getTime() && toZonedTime(new Date(later).toISOString(), timeZone) === local;
}

/** Returns the offset of a zone from UTC at an instant, in milliseconds. */
function offsetOf(at: number, timeZone: string): number {
  const part = partsOf(new Date(at), timeZone);
  const shown = Date.parse(`${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`);
  return shown - Math.floor(at / 1000) * 1000;
}

function partsOf(at: Date, timeZone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const parts = format.formatToParts(at);
  return (type) => (parts.find((part) => part.type === type)?.value ?? '').padStart(type === 'year' ? 4 : 2, '0');
}
