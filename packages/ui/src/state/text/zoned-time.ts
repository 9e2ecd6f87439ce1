/**
 * An instant as a clock in a time zone shows it, in the form that `<input type="datetime-local">` takes: `2026-05-03T14:30`. Empty for
 * what is no date.
 */
export function toZonedTime(iso: string | null, timeZone: string): string {
  const at = new Date(iso ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const part = partsOf(at, timeZone);
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/**
 * The instant at which a clock in a time zone shows a time; null for what is no time. Of an hour that is there twice it is the first, and
 * of one that is left out the one after it.
 */
export function fromZonedTime(local: string, timeZone: string): string | null {
  const asUtc = new Date(`${local}Z`).getTime();
  if (local === '' || Number.isNaN(asUtc)) return null;
  const offsets = [asUtc - 86_400_000, asUtc + 86_400_000].map((at) => offsetOf(at, timeZone));
  const fits = offsets.map((offset) => asUtc - offset).filter((at) => at + offsetOf(at, timeZone) === asUtc);
  const found = fits.length > 0 ? Math.min(...fits) : asUtc - Math.min(...offsets);
  return new Date(found).toISOString();
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
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
