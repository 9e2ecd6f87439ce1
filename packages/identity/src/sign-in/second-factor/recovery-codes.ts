import { randomBytes } from 'node:crypto';
import { both, type Call, type Database, SYSTEM_CALL, where } from '@colophon/core';
import { hashToken } from '../../tokens/token-format.ts';
import { RecoveryCodes } from '../../users/factors/recovery-code.ts';
import { removeRecoveryCodes } from '../../users/factors/reset-factors.ts';

export const RECOVERY_CODES = 10;
/** Crockford's base 32: no two letters look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 120 random bits: a fast hash protects a stolen table only from 112 on (NIST SP 800-63B-4 §3.1.2.2). */
const LETTERS = 24;

/**
 * Creates ten recovery codes and returns them, the only time that they are visible. Earlier ones stop working. Runs in the ambient
 * transaction.
 */
export async function makeRecoveryCodes(database: Database, userId: string, call: Call = SYSTEM_CALL): Promise<string[]> {
  await removeRecoveryCodes(database, userId, call);
  const codes = Array.from({ length: RECOVERY_CODES }, drawCode);
  for (const code of codes) await new RecoveryCodes(database, call).add({ userId, hash: hashOf(code) });
  return codes;
}

/** Uses a recovery code, in the ambient transaction. @returns whether it was an unused code of this user */
export async function takeRecoveryCode(
  database: Database,
  { userId, code, call }: { userId: string; code: string; call: Call },
): Promise<boolean> {
  const codes = new RecoveryCodes(database, call);
  const match = await codes.findMatching(both(where('userId', 'eq', userId), where('hash', 'eq', hashOf(code))));
  const locked = match && (await codes.getForUpdate(match.id));
  if (!locked || locked.usedAt !== null) return false;
  locked.usedAt = call.now().toISOString();
  await locked.save();
  return true;
}

function drawCode(): string {
  const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Normalizes a typed code: case, spaces, and letters that look alike. */
function hashOf(code: string): string {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return hashToken(`recovery ${letters}`);
}
