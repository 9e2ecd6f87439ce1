import { type Database, operationTable, requireCurrentSchema } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { mailCollections } from '../setup/mail-collections.ts';
import { MailSecret, mailSecret, mailSecretOf } from './mail-secret.ts';
import { forgetRefused, suppressedBecause, suppressKind, suppressRefused } from './suppression.ts';

const DAY = 86_400_000;

describeOnEveryDatabase('the suppression of an address', (open) => {
  let database: Database;
  const now = new Date('2026-11-22T10:00:00.000Z');
  beforeAll(async () => {
    database = await open();
    database.ports.provide(mailSecret, new MailSecret('s'.repeat(32)));
    await requireCurrentSchema(database, operationTable([...mailCollections]).schema);
  });
  beforeEach(async () => {
    await database.run({ sql: 'DELETE FROM mail_suppressions', parameters: [] });
  });

  const later = (days: number): Date => new Date(now.getTime() + days * DAY);
  const because = (kind: string, { at = now, address = 'edna@news.example' } = {}): Promise<string | undefined> =>
    suppressedBecause(database, address, kind, at);
  const unsubscribe = (kind: string): Promise<void> => suppressKind(database, mailSecretOf(database).addressKey('edna@news.example'), kind);

  it('by its owner is of the kind they unsubscribed from, for ever, and of no other', async () => {
    await unsubscribe('digest');
    expect(await because('digest')).toBe('unsubscribed');
    expect(await because('digest', { at: later(10_000) })).toBe('unsubscribed');
    expect(await because('mention')).toBeUndefined();
    expect(await because('digest', { address: 'eric@news.example' })).toBeUndefined();
  });

  it('because its server refused a mail is of every kind, and ends after thirty days', async () => {
    await suppressRefused(database, 'Edna@News.example', now);
    expect([await because('digest'), await because('mention')]).toEqual(['address_refused', 'address_refused']);
    expect(await because('digest', { at: new Date(later(30).getTime() - 1) })).toBe('address_refused');
    expect(await because('digest', { at: later(30) })).toBeUndefined();
  });

  it('by its owner holds after that because of a refusal has ended', async () => {
    await suppressRefused(database, 'edna@news.example', now);
    await unsubscribe('digest');
    expect([await because('digest', { at: later(31) }), await because('mention', { at: later(31) })]).toEqual(['unsubscribed', undefined]);
  });

  it('because of a refusal is forgotten for one address, without what its owner said', async () => {
    await unsubscribe('digest');
    for (const address of ['edna@news.example', 'eric@news.example']) await suppressRefused(database, address, now);
    expect(await forgetRefused(database, 'edna@news.example')).toBe(1);
    expect([await because('digest'), await because('mention')]).toEqual(['unsubscribed', undefined]);
    expect(await because('mention', { address: 'eric@news.example' })).toBe('address_refused');
  });
});
