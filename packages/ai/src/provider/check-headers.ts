import type { AIError } from '../errors/errors.ts';

/**
 * Rejects headers that no request can carry: `fetch` would fail later, with an error that quotes the value.
 *
 * @param refuse creates the error that is thrown; it names the header and never quotes its value
 */
export function checkHeaders(headers: unknown, refuse: (sentence: string) => AIError): void {
  if (headers === undefined) return;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers) || headers instanceof Headers) {
    throw refuse('headers must be an object of texts by name.');
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~\w-]{1,200}$/.test(name)) throw refuse('headers contains a name with characters that no header may have.');
    if (value === undefined) continue;
    if (typeof value !== 'string') throw refuse(`headers.${name} must be a text.`);
    // eslint-disable-next-line no-control-regex -- control characters are what is refused
    if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value))
      throw refuse(`headers.${name} contains a line break or another character that no header may have.`);
  }
}
