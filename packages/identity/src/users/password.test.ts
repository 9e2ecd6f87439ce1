import { scryptSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword, PASSWORD_COST, usePasswordCost, verifyPassword } from './password.ts';

describe('a password', () => {
  beforeEach(() => usePasswordCost(PASSWORD_COST));

  it('is stored with its own salt and cost, and matches in either Unicode form', async () => {
    const stored = await hashPassword('café au lait, please');
    expect(stored).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifyPassword('cafe\u0301 au lait, please', stored)).toBe(true);
    usePasswordCost({ log2N: 4, r: 8, p: 1 });
    const another = await hashPassword('café au lait, please');
    expect([another.startsWith('scrypt$4$8$1$'), (await hashPassword('café au lait, please')) === another]).toEqual([true, false]);
    expect(await verifyPassword('cafe au lait, please', another)).toBe(false);
  });

  it('is verified with its stored cost', async () => {
    const salt = Buffer.from('0123456789abcdef');
    const key = scryptSync('an old password', salt, 32, { N: 16, r: 8, p: 1 });
    const stored = `scrypt$4$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
    expect(await verifyPassword('an old password', stored)).toBe(true);
    expect(await verifyPassword('another password', stored)).toBe(false);
  });

  it('never matches without a stored hash', async () => {
    usePasswordCost({ log2N: 4, r: 8, p: 1 });
    for (const stored of [null, undefined, '', 'plain', 'scrypt$15$8$3$$', 'md5$a$b$c$d$e'])
      expect(await verifyPassword('', stored)).toBe(false);
  });

  it('has at least 12 characters and at most 200', async () => {
    await expect(hashPassword('eleven char')).rejects.toMatchObject({ errors: [{ pointer: '/password' }] });
    await expect(hashPassword('x'.repeat(201))).rejects.toMatchObject({ status: 422 });
  });
});
