import { Secret, TOTP } from 'otpauth';

/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Clocks of phones may differ by one step. */
const WINDOW = 1;

export function newTotpSecret(): Uint8Array {
  return new Secret({ size: SECRET_BYTES }).bytes;
}

/** The secret for an authenticator app: to type, and as the address in a QR code. */
export function describeTotp(
  secret: Uint8Array,
  { issuer, account }: { issuer: string; account: string },
): { secret: string; uri: string } {
  const totp = totpOf(secret, { issuer, account });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step of a six-digit code, including the ones before and after the current one; undefined if it is wrong. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

function totpOf(secret: Uint8Array, { issuer = '', account = '' }: { issuer?: string; account?: string } = {}): TOTP {
  const bytes = Uint8Array.from(secret);
  return new TOTP({
    issuer,
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: bytes.buffer }),
  });
}
