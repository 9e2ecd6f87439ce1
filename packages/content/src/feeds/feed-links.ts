/**
 * Returns the `Link` header of a feed: its own URL, and the hub that notifies subscribers (WebSub §4), if there is one.
 *
 * @example
 * feedLinks('https://news.example/feed.atom', 'https://hub.example/'); // <…/feed.atom>; rel="self", <https://hub.example/>; rel="hub"
 */
export function feedLinks(self: string, hub: string | undefined): string {
  return [[self, 'self'], ...(hub === undefined ? [] : [[hub, 'hub']])].map(([url, relation]) => `<${url}>; rel="${relation}"`).join(', ');
}
