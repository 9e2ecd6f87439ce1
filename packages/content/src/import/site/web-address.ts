const LONGEST = 2000;

/** The note of addresses for which `webAddress` returns null. */
export const NO_WEB_ADDRESS = `addresses left out: not http or https, or longer than ${LONGEST} characters`;

/** Returns an http or https URL in normalized form; null for anything else, including URLs with a password. */
export function webAddress(text: string): string | null {
  const url = text.length > LONGEST ? null : URL.parse(text.trim());
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.href.length <= LONGEST
    ? url.href
    : null;
}

/** Returns the last path segment of a URL, percent-decoded. */
export function fileNameOf(url: string): string {
  return decodedSegment(new URL(url).pathname.split('/').at(-1) ?? '') || 'file';
}

/** Percent-decodes a URL segment; returns it unchanged if its percent signs are invalid. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFC');
  } catch {
    return segment;
  }
}
