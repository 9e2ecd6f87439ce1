/** The path of the page of a tag. */
export function tagAddress(slug: string): string {
  return `/tags/${encodeURIComponent(slug)}`;
}
