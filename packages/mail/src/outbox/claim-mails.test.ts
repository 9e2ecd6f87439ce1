import { type Database, type Lane, operationTable, requireCurrentSchema, where } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { mailCollections } from '../setup/mail-collections.ts';
import { type ClaimedMail, claimMails } from './claim-mails.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { adoptMails, LEASE_MS, mailLane } from './mail-lane.ts';
import { MailOutbox, type OutgoingMail } from './outgoing-mail.ts';
import { settleMails } from './settle-mails.ts';

describeOnEveryDatabase('a claim of mails', (open) => {
  let database: Database;
  let now: Date;
  let lane: Lane;
  beforeAll(async () => {
    database = await open();
    await requireCurrentSchema(database, operationTable([...mailCollections]).schema);
  });
  beforeEach(async () => {
    for (const table of ['mail_outbox', '_claims']) await database.run({ sql: `DELETE FROM ${table}`, parameters: [] });
    now = new Date('2026-11-22T10:00:00.000Z');
    lane = mailLane(database, { clock: () => now.getTime(), monotonic: () => now.getTime() });
  });

  const enqueue = async (recipientKey: string, dedupeKey: string, tenantId: string | null = null): Promise<void> => {
    expect(await enqueueMail(database, { kind: 'news', recipientKey, to: 'a@news.example', tenantId, data: {}, dedupeKey }, now)).toBe(
      true,
    );
  };
  const claim = (groups = 10): Promise<ClaimedMail[][]> => claimMails(database, lane, groups);
  const settle = (mails: readonly ClaimedMail[], settlement: Parameters<typeof settleMails>[2]): Promise<number> =>
    settleMails({ database, lane }, mails, settlement, now);
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
    const tenants = groups.map((mails) => mails.map(({ tenantId }) => tenantId));
    expect(tenants.toSorted((a, b) => a.length - b.length)).toEqual([[null], ['acme', 'acme']]);
  });

  it('takes no more groups than asked for, the longest due first', async () => {
    for (const name of ['one', 'two', 'three']) {
      await enqueue(`user:${name}`, name);
      now = new Date(now.getTime() + 1000);
    }
    const claimed = (groups: readonly ClaimedMail[][]): string[] => groups.flat().map((mail) => mail.recipientKey);
    expect(claimed(await claim(2))).toEqual(['user:one', 'user:two']);
    expect(claimed(await claim(2))).toEqual(['user:three']);
  });

  it('settles the mails it names and no others of its group', async () => {
    await enqueue('user:edna', 'wanted');
    await enqueue('user:edna', 'unwanted');
    const [group = []] = await claim();
    const { id } = await rowOf('unwanted');
    const unwanted = group.filter((mail) => mail.id === id);
    expect([group.length, await settle(unwanted, { status: 'dropped', reason: 'unsubscribed' })]).toEqual([2, 1]);
    expect(await rowOf('unwanted')).toMatchObject({ status: 'dropped', reason: 'unsubscribed', nextAttemptAt: null });
    expect(await rowOf('wanted')).toMatchObject({ status: 'sending', nextAttemptAt: null });
  });

  it('settles nothing once another process has its mails', async () => {
    await enqueue('user:edna', 'late');
    const [lost = []] = await claim();
    const other = mailLane(database, { clock: () => now.getTime(), monotonic: () => now.getTime() });
    let current: ClaimedMail[] = [];
    for (let looks = 0; looks < 5; looks += 1) {
      expect(current).toEqual([]);
      [current = []] = await claimMails(database, other, 10);
      now = new Date(now.getTime() + LEASE_MS / 4);
    }
    expect(await settle(lost, { status: 'failed', reason: 'refused' })).toBe(0);
    expect(await rowOf('late')).toMatchObject({ status: 'sending', reason: null, attempts: 2 });
    expect(await settle(current, { status: 'sent' })).toBe(1);
  });

  it('is of what waits without a place in the lane as well, once that was given one: with its date and its attempts', async () => {
    await enqueue('user:edna', 'upgraded');
    await enqueue('user:eric', 'sent');
    const [, sent] = (await claim()).toSorted(([one], [two]) => ((one?.recipientKey ?? '') < (two?.recipientKey ?? '') ? -1 : 1));
    await settle(sent ?? [], { status: 'sent' });
    await database.run({ sql: 'DELETE FROM _claims', parameters: [] });
    const nextAttemptAt = database.dialect.encode('datetime', new Date(now.getTime() + 60_000).toISOString());
    await database.run(
      database.dialect.builder.updateTable('mail_outbox').set({ nextAttemptAt }).where('status', '=', 'sending').compile(),
    );
    for (let times = 0; times < 2; times += 1) await adoptMails(database, lane);
    expect(await claim()).toEqual([]);
    now = new Date(now.getTime() + 60_000);
    expect((await claim()).flat()).toMatchObject([{ recipientKey: 'user:edna', attempts: 2 }]);
  });

  it('is of nothing that was held or erased meanwhile', async () => {
    await enqueue('user:edna', 'held');
    await database.run({ sql: `UPDATE mail_outbox SET status = 'held'`, parameters: [] });
    expect(await claim()).toEqual([]);
    expect(await database.all({ sql: 'SELECT id FROM _claims', parameters: [] })).toEqual([]);
  });

  it('leaves a time of sending on what was sent, and a time of the next attempt on what waits', async () => {
    const moment = (later = 0): string => new Date(now.getTime() + later).toISOString();
    for (const name of ['sent', 'failed', 'waiting']) await enqueue(`user:${name}`, name);
    const settlements = {
      sent: { status: 'sent' },
      failed: { status: 'failed' },
      waiting: { status: 'waiting', dueAt: new Date(moment(60_000)) },
    } as const;
    for (const mails of await claim()) {
      const name = mails[0]?.recipientKey.slice('user:'.length) as keyof typeof settlements;
      await settle(mails, settlements[name]);
    }
    expect(await rowOf('sent')).toMatchObject({ status: 'sent', sentAt: moment(), nextAttemptAt: null });
    expect(await rowOf('failed')).toMatchObject({ status: 'failed', sentAt: null, nextAttemptAt: null });
    expect(await rowOf('waiting')).toMatchObject({ status: 'waiting', sentAt: null, nextAttemptAt: moment(60_000) });
  });
});
