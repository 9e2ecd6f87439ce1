// Parsing a whole URL costs more than some reads, and only these two parts of a request are needed.

/** Returns the path of a URL as sent, not decoded. */
export function requestPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const query = url.indexOf('?', start);
  return query < 0 ? url.slice(start) : url.slice(start, query);
}

/** Returns the query of a URL. */
export function requestQuery(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
}
