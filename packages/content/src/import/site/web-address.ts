const LONGEST = 2000;

/** An address of the web as it is stored; null for anything else, addresses with a password among them. */
export function webAddress(text: string): string | null {
  const url = text.length > LONGEST ? null : URL.parse(text.trim());
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.href.length <= LONGEST
    ? url.href
    : null;
}

/** The last segment of the path of an address, as people read it. */
export function fileNameOf(url: string): string {
  return decodedSegment(new URL(url).pathname.split('/').at(-1) ?? '') || 'file';
}

/** A segment of an address with its percent signs read; as it is where they mean nothing. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFC');
  } catch {
    return segment;
  }
}
