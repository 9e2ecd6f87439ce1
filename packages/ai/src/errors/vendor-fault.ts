/** What a vendor's error body says, whatever its shape. */
export interface VendorFault {
  message?: string;
  /** Every machine-readable word found: codes, types, statuses and reasons, in lower case. */
  codes: string[];
}

/**
 * Reads the error bodies of the vendors: `{error: {message, type, code}}`, `{error: {status, details}}`,
 * `{error: 'text'}`, `{message, __type}`, `{detail}` and bare text.
 */
export function readVendorFault(body: unknown): VendorFault {
  const codes: string[] = [];
  if (typeof body !== 'object' || body === null) return typeof body === 'string' && body !== '' ? { message: body, codes } : { codes };
  const outer = body as Record<string, unknown>;
  const inner = typeof outer['error'] === 'object' && outer['error'] !== null ? (outer['error'] as Record<string, unknown>) : outer;
  for (const source of [inner, outer]) {
    for (const name of ['code', 'type', 'status', '__type', 'reason', 'error_code']) add(codes, source[name]);
  }
  for (const detail of Array.isArray(inner['details']) ? inner['details'] : []) {
    if (typeof detail === 'object' && detail !== null) add(codes, (detail as Record<string, unknown>)['reason']);
  }
  const message = [inner['message'], outer['message'], outer['error'], outer['detail'], outer['failed_reason']].find(
    (value) => typeof value === 'string',
  );
  return typeof message === 'string' ? { message, codes } : { codes };
}

function add(codes: string[], value: unknown): void {
  if (typeof value === 'string' && value !== '') codes.push(value.toLowerCase());
}
