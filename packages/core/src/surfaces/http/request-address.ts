// Parsing a whole address costs more than some reads, and of a request only these two parts are needed.

/** The path of an address as it was sent, not decoded. */
export function requestPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const query = url.indexOf('?', start);
  return query < 0 ? url.slice(start) : url.slice(start, query);
}

/** The query of an address. */
export function requestQuery(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
}
