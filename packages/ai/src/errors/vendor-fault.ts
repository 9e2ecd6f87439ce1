import { redactSecrets } from './redact.ts';

/** The content of a vendor's error body, whatever its shape. */
export interface VendorFault {
  message?: string;
  /** An HTTP status in the body itself. */
  status?: number;
  /** Every machine-readable word found: codes, types, statuses and reasons, in lower case. */
  codes: string[];
}

/**
 * Parses the error bodies of the vendors: `{error: {message, type, code}}`, `{error: {status, details}}`, `{error: 'text'}`, `{message,
 * __type}`, `{detail}` and bare text.
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
  const status = [inner['code'], inner['status'], outer['status']].map(Number).find((value) => value >= 400 && value <= 599);
  return { codes, ...(typeof message === 'string' ? { message } : {}), ...(status === undefined ? {} : { status }) };
}

/** Returns a vendor's code if it may be repeated in a message: short, and made of characters that codes use. */
export function asCode(value: unknown, secrets: readonly string[] = []): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const word = redactSecrets(String(value).slice(0, 1000), secrets);
  return /^[\w.:-]{1,64}$/.test(word) ? word : undefined;
}

function add(codes: string[], value: unknown): void {
  if (typeof value === 'string' && value !== '' && value.length <= 200 && codes.length < 50) codes.push(value.toLowerCase());
}
