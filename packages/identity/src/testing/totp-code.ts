import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows, as many steps before (−1) or after (1) the present one. */
export function totpCode(secret: string, now: Date, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  return totp.generate({ timestamp: now.getTime() + steps * 30_000 });
}
