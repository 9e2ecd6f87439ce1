import { type Database, operationTable, requireCurrentSchema, where } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { mailCollections } from '../setup/mail-collections.ts';
import { CLAIM_MS, type ClaimedGroup, claimMails } from './claim-mails.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { MailOutbox, type OutgoingMail } from './outgoing-mail.ts';
import { settleMails } from './settle-mails.ts';

describeOnEveryDatabase('a claim of mails', (open) => {
  let database: Database;
  let now: Date;
  beforeAll(async () => {
    database = await open();
    await requireCurrentSchema(database, operationTable([...mailCollections]).schema);
  });
  beforeEach(async () => {
    await database.run({ sql: 'DELETE FROM mail_outbox', parameters: [] });
    now = new Date('2026-11-22T10:00:00.000Z');
  });

  const enqueue = async (recipientKey: string, dedupeKey: string, tenantId: string | null = null): Promise<void> => {
    expect(await enqueueMail(database, { kind: 'news', recipientKey, to: 'a@news.example', tenantId, data: {}, dedupeKey }, now)).toBe(
      true,
    );
  };
  const claim = (groups = 10): Promise<ClaimedGroup[]> => claimMails(database, { groups, now });
  const rowOf = async (dedupeKey: string): Promise<OutgoingMail> => {
    const row = await new MailOutbox(database).findMatching(where('dedupeKey', 'eq', dedupeKey));
    if (!row) throw new Error(`There is no mail ${dedupeKey}.`);
    return row;
  };

  it('is of the mails of one recipient in one tenant: nobody is told of two newsrooms in one mail', async () => {
    await enqueue('user:edna', 'a1', 'acme');
    await enqueue('user:edna', 'none', null);
    await enqueue('user:edna', 'a2', 'acme');
    const groups = await claim();
    const tenants = groups.map(({ mails }) => mails.map(({ tenantId }) => tenantId));
    expect(tenants.toSorted((a, b) => a.length - b.length)).toEqual([[null], ['acme', 'acme']]);
  });

  it('takes no more groups than asked for, the longest due first', async () => {
    for (const name of ['one', 'two', 'three']) {
      await enqueue(`user:${name}`, name);
      now = new Date(now.getTime() + 1000);
    }
    const claimed = (groups: readonly ClaimedGroup[]): string[] => groups.flatMap(({ mails }) => mails.map((mail) => mail.recipientKey));
    expect(claimed(await claim(2))).toEqual(['user:one', 'user:two']);
    expect(claimed(await claim(2))).toEqual(['user:three']);
  });

  it('settles the mails it names and no others of its group', async () => {
    await enqueue('user:edna', 'wanted');
    await enqueue('user:edna', 'unwanted');
    const [group] = await claim();
    const { id } = await rowOf('unwanted');
    const dropped = { status: 'dropped', reason: 'unsubscribed' } as const;
    expect(await settleMails(database, { claim: group?.claim ?? '', ids: [id] }, dropped, now)).toBe(1);
    expect(await rowOf('unwanted')).toMatchObject({ status: 'dropped', reason: 'unsubscribed', claim: null, nextAttemptAt: null });
    expect(await rowOf('wanted')).toMatchObject({ status: 'sending', claim: group?.claim });
  });

  it('settles nothing once another process has claimed its mails', async () => {
    await enqueue('user:edna', 'late');
    const [lost] = await claim();
    now = new Date(now.getTime() + CLAIM_MS);
    const [current] = await claim();
    const ids = [(await rowOf('late')).id];
    expect(await settleMails(database, { claim: lost?.claim ?? '', ids }, { status: 'failed', reason: 'refused' }, now)).toBe(0);
    expect(await rowOf('late')).toMatchObject({ status: 'sending', reason: null, claim: current?.claim, attempts: 2 });
    expect(await settleMails(database, { claim: current?.claim ?? '', ids }, { status: 'sent' }, now)).toBe(1);
  });

  it('leaves a time of sending on what was sent, and a time of the next attempt on what waits', async () => {
    const moment = (later = 0): string => new Date(now.getTime() + later).toISOString();
    for (const name of ['sent', 'failed', 'waiting']) await enqueue(`user:${name}`, name);
    const settlements = {
      sent: { status: 'sent' },
      failed: { status: 'failed' },
      waiting: { status: 'waiting', dueAt: new Date(moment(60_000)) },
    } as const;
    for (const { claim: receipt, mails } of await claim()) {
      const [{ id, recipientKey } = { id: '', recipientKey: '' }] = mails;
      const name = recipientKey.slice('user:'.length) as keyof typeof settlements;
      await settleMails(database, { claim: receipt, ids: [id] }, settlements[name], now);
    }
    expect(await rowOf('sent')).toMatchObject({ status: 'sent', sentAt: moment(), nextAttemptAt: null });
    expect(await rowOf('failed')).toMatchObject({ status: 'failed', sentAt: null, nextAttemptAt: null });
    expect(await rowOf('waiting')).toMatchObject({ status: 'waiting', sentAt: null, nextAttemptAt: moment(60_000) });
  });
});
