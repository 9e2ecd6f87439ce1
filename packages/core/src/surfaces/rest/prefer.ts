/** The preference of a client that does not want to wait (RFC 7240 §4.1). */
export const RESPOND_ASYNC = 'respond-async';

/** Returns whether the request prefers a response before the work is done; unknown preferences are ignored. */
export function prefersAsync(request: Request): boolean {
  const header = request.headers.get('prefer');
  if (header === null) return false;
  return header.split(',').some((preference) => preference.split(/[;=]/)[0]?.trim().toLowerCase() === RESPOND_ASYNC);
}
