/**
 * The date of a publication, where nobody gave another one: the second in which it happened. Lists count what is due to the second, so
 * that a piece with this date is in them at once.
 *
 * @param firstPublishedAt when the record was first published, as an ISO date
 */
export function dateOfPublication(firstPublishedAt: string): string {
  return new Date(Math.floor(Date.parse(firstPublishedAt) / 1000) * 1000).toISOString();
}

/** The date that somebody gave a record; null where publishing gave it. */
export function statedDate(record: { readonly publish_date: string | null; readonly firstPublishedAt?: string | null }): string | null {
  const { publish_date, firstPublishedAt } = record;
  if (publish_date === null || !firstPublishedAt) return publish_date;
  return dateOfPublication(publish_date) === dateOfPublication(firstPublishedAt) ? null : publish_date;
}
