/**
 * Whether a browser states that a request comes from one of our own pages.
 *
 * `Sec-Fetch-Site` is set by the browser and cannot be set by a page; `Origin` is compared with the application's own address. A request
 * with neither is refused, since it could have been caused by another site.
 */
export function isSameOrigin(
  { origin, fetchSite }: { origin: string | undefined; fetchSite: string | undefined },
  baseUrl: string | undefined,
): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  return origin !== undefined && baseUrl !== undefined && URL.canParse(baseUrl) && origin === new URL(baseUrl).origin;
}
