/** The preference of a client that would rather not wait (RFC 7240 §4.1). */
export const RESPOND_ASYNC = 'respond-async';

/** Whether the request prefers an answer before the work is done; preferences that are not known are passed over. */
export function prefersAsync(request: Request): boolean {
  const header = request.headers.get('prefer');
  if (header === null) return false;
  return header.split(',').some((preference) => preference.split(/[;=]/)[0]?.trim().toLowerCase() === RESPOND_ASYNC);
}
