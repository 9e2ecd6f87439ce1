import { scryptSync } from 'node:crypto';
import { type Database, openDatabase } from '@colophon/core';
import { TestPorts } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword, PASSWORD_COST, passwordCost, verifyPassword } from './password.ts';

describe('a password', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase(':memory:', { ports: new TestPorts() });
  });
  afterAll(() => database.close());
  beforeEach(() => void database.ports.provide(passwordCost, PASSWORD_COST));

  it('is stored with its own salt and cost, and matches in either Unicode form', async () => {
    const stored = await hashPassword(database, 'café au lait, please');
    expect(stored).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifyPassword(database, 'cafe\u0301 au lait, please', stored)).toBe(true);
    database.ports.provide(passwordCost, { log2N: 4, r: 8, p: 1 });
    const otherHash = await hashPassword(database, 'café au lait, please');
    expect([otherHash.startsWith('scrypt$4$8$1$'), (await hashPassword(database, 'café au lait, please')) === otherHash]).toEqual([
      true,
      false,
    ]);
    expect(await verifyPassword(database, 'cafe au lait, please', otherHash)).toBe(false);
  });

  it('is verified with its stored cost', async () => {
    const salt = Buffer.from('0123456789abcdef');
    const key = scryptSync('an old password', salt, 32, { N: 16, r: 8, p: 1 });
    const stored = `scrypt$4$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
    expect(await verifyPassword(database, 'an old password', stored)).toBe(true);
    expect(await verifyPassword(database, 'another password', stored)).toBe(false);
  });

  it('never matches without a stored hash', async () => {
    database.ports.provide(passwordCost, { log2N: 4, r: 8, p: 1 });
    for (const stored of [null, undefined, '', 'plain', 'scrypt$15$8$3$$', 'md5$a$b$c$d$e'])
      expect(await verifyPassword(database, '', stored)).toBe(false);
  });

  it('has at least 12 characters and at most 200', async () => {
    await expect(hashPassword(database, 'eleven char')).rejects.toMatchObject({ errors: [{ pointer: '/password' }] });
    await expect(hashPassword(database, 'x'.repeat(201))).rejects.toMatchObject({ status: 422 });
  });
});
