/** Texts of pieces have few pictures; more than this many places are not looked at, so that no text takes long. */
const MOST_PLACES = 2000;
/** The number of addresses that an edition names. */
const MOST_ADDRESSES = 500;
/** The longest description, label or address that is looked through. */
const LONGEST = 2000;
const ADDRESS = /^https?:\/\/[^\s"'<>)\]]+/i;
const MEDIA = /<(?:img|audio|video|source|embed|iframe)\b[^>]{0,2000}?\bsrc\s*=\s*["']?\s*(https?:\/\/[^\s"'<>]+)/gi;

/**
 * Returns the addresses of other hosts from which a text shows pictures and recordings, in their order, each once: Markdown images, inline or
 * by reference, and HTML elements. What is there can change without the text, so that an edition can only name them.
 *
 * @param body Markdown or HTML
 */
export function remoteAddresses(body: string): string[] {
  const found = new Map<string, number>();
  const add = (address: string | undefined, at: number): void => {
    if (address !== undefined && !found.has(address)) found.set(address, at);
  };
  for (const { address, at } of markdownImages(body)) add(address, at);
  let places = 0;
  for (const match of body.matchAll(MEDIA)) {
    if ((places += 1) > MOST_PLACES) break;
    add(match[1], match.index);
  }
  return [...found]
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, MOST_ADDRESSES)
    .map(([address]) => address);
}

function* markdownImages(body: string): Generator<{ address: string; at: number }> {
  for (let [at, places] = [body.indexOf('!['), 0]; at >= 0 && places < MOST_PLACES; at = body.indexOf('![', at + 2), places += 1) {
    const end = body.slice(at, at + LONGEST).indexOf(']');
    if (end < 0) continue;
    const rest = body.slice(at + end + 1, at + end + 1 + LONGEST);
    const address = rest.startsWith('(')
      ? ADDRESS.exec(rest.slice(1).replace(/^[\s<]+/, ''))?.[0]
      : defined(body, /^\[([^\]]+)\]/.exec(rest)?.[1] ?? body.slice(at + 2, at + end));
    if (address !== undefined) yield { address, at };
  }
}

/** Returns the address of a link definition: `[label]: https://…`. */
function defined(body: string, label: string): string | undefined {
  const at = body.toLowerCase().indexOf(`\n[${label.toLowerCase()}]:`);
  return at < 0 ? undefined : ADDRESS.exec(body.slice(at + label.length + 4, at + label.length + 4 + LONGEST).replace(/^[\s<]+/, ''))?.[0];
}
