/**
 * Returns the default date of a publication: the second in which it happened. Lists compare due dates to the second, so a piece with this
 * date is included immediately.
 *
 * @param firstPublishedAt when the record was first published, as an ISO date
 */
export function dateOfPublication(firstPublishedAt: string): string {
  return new Date(Math.floor(Date.parse(firstPublishedAt) / 1000) * 1000).toISOString();
}

/** Returns the date that somebody set; null if publishing set it. */
export function statedDate(record: { readonly publish_date: string | null; readonly firstPublishedAt?: string | null }): string | null {
  const { publish_date, firstPublishedAt } = record;
  if (publish_date === null || !firstPublishedAt) return publish_date;
  return dateOfPublication(publish_date) === dateOfPublication(firstPublishedAt) ? null : publish_date;
}
