import { Secret, TOTP } from 'otpauth';

/** Returns the code of an authenticator app, for a number of steps before (−1) or after (1) the current one. */
export function totpCode(secret: string, now: Date, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  return totp.generate({ timestamp: now.getTime() + steps * 30_000 });
}
