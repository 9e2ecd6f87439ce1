import {
  configureContentContributions,
  configureContentGovernance,
  Contents,
  type ContentContribution,
  numberEvents,
  resetContentContributions,
  resetContentGovernance,
  runSchedule,
  submitWebContribution,
} from '@colophon/content';
import { type Caller, type Database, makeCall, openDatabase, requireCurrentSchema } from '@colophon/core';
import { Webhooks } from '@colophon/core/webhooks';
import { createTenant, createUser, disableUser, Users } from '@colophon/identity';
import { MailOutbox, type OutgoingMessage, relayEvents, sendDueMails } from '@colophon/mail';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newsroomTable } from '../objects.ts';
import { tellOfDisabled } from '../webhooks.ts';
import type { EVENT_DESCRIPTIONS } from '../webhooks/kinds.ts';
import { wire } from '../wire.ts';
import { contentEventSource } from './event-source.ts';
import { newsroomMailKinds } from './kinds.ts';
import { placesAt } from './places.ts';

const baseUrl = 'https://news.example';

/** The mails about each kind of event; what nobody waits for is seen in the desk. */
const MAILS_ABOUT = {
  'content.created': [],
  'content.updated': [],
  'content.published': [],
  'content.withheld': [],
  'content.unpublished': [],
  'content.deleted': [],
  'content.restored': [],
  'correction.issued': ['correction-issued'],
  'review.recorded': ['review-flagged'],
  'schedule.refused': ['schedule-refused'],
  'comment.created': ['comment-mention'],
  'comment.mentioned': ['comment-mention'],
  'comment.resolved': [],
  'mirror.changed': [],
  'chat.erased': [],
  'contribution.received': ['contribution-received'],
  'contribution.quarantined': ['contribution-received'],
  'contribution.revised': ['contribution-received'],
  'contribution.changes_requested': ['changes-requested'],
  // Its promotion follows.
  'contribution.approved': [],
  'contribution.promoted': ['contribution-promoted'],
  'contribution.rejected': ['contribution-rejected'],
  'contribution.withdrawn': [],
  'webhook.disabled': ['webhook-disabled'],
} satisfies Record<keyof typeof EVENT_DESCRIPTIONS | 'webhook.disabled', readonly string[]>;
const mail = { smtp: { host: '127.0.0.1', port: 1, isSecure: false }, from: { name: 'Harbour News', address: 'news@harbour.example' } };

describe('the e-mail notifications of Newsroom', () => {
  let database: Database;
  const ids = new Map<string, string>();
  let outgoing: OutgoingMessage[] = [];
  let now = Date.now();

  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    await requireCurrentSchema(database, newsroomTable().schema);
    wire({ baseUrl, mail, secret: 'x'.repeat(32) } as never, database);
    configureContentContributions({ types: [{ key: 'letter', promotion: { targetContentType: 'article' } }] });
    await createTenant({ database, slug: 'gazette', name: 'The Gazette', hostnames: ['gazette.example'] });
    for (const [name, role, tenant] of [
      ['edna', 'editor', null],
      ['vera', 'viewer', null],
      ['gus', 'admin', 'gazette'],
    ] as const)
      ids.set(name, (await createUser({ database, email: `${name}@harbour.example`, role, tenant, baseUrl })).id);
    await runMailer();
  });
  afterAll(async () => {
    resetContentContributions();
    await database.close();
  });
  beforeEach(() => {
    outgoing = [];
  });

  const transport = { signs: false, send: async (message: OutgoingMessage) => void outgoing.push(message) };
  /** Records an event, and runs the mailer a day and an hour later, when daily mails are due too. */
  async function runMailer(): Promise<OutgoingMessage[]> {
    await numberEvents(database);
    await relayEvents(database, { source: contentEventSource, makesMails: true });
    now = Math.max(now, Date.now()) + 25 * 3_600_000;
    const places = placesAt(baseUrl, 'Harbour News');
    const siteOf = async (tenantId: string | null) => ({ name: await places.nameOf(tenantId, { database, now: new Date() }) });
    const failed: unknown[] = [];
    await sendDueMails(database, {
      transport,
      from: mail.from,
      baseUrl,
      siteOf,
      onError: (error) => failed.push(error),
      now: () => new Date(now),
    });
    expect(failed).toEqual([]);
    return outgoing.splice(0);
  }
  const piece = (more: object = {}) =>
    new Contents(database).add({ type: 'article', title: 'Win at evil.example\r\nBcc: x@y.example', ...more });
  const as = (name: string): Caller => ({ kind: 'user', id: ids.get(name) ?? '', name, tenantId: null, role: 'editor' });
  const submit = async (more: object = {}): Promise<ContentContribution> =>
    (
      await submitWebContribution(
        { typeKey: 'letter', contributorEmail: 'eve@example.org', title: 'Win at evil.example', body: 'Hello.', ...more },
        { database },
      )
    ).contribution as ContentContribution;
  const recipientsAndSubjects = (messages: readonly OutgoingMessage[]): string[] =>
    messages.map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`);

  it('have a stable name and a label', () => {
    expect(newsroomMailKinds(placesAt(baseUrl, 'x')).map(({ name, role, frequency }) => `${name} ${role ?? 'contributor'} ${frequency}`))
      .toMatchInlineSnapshot(`
      [
        "contribution-received editor now",
        "changes-requested contributor now",
        "contribution-promoted contributor now",
        "contribution-rejected contributor now",
        "review-flagged editor daily",
        "schedule-refused editor now",
        "correction-issued editor now",
        "comment-mention viewer now",
        "webhook-disabled admin now",
        "security-notice viewer now",
        "security-report admin now",
      ]
    `);
  });

  it('report the kinds of events that they should, and no kind that does not exist', () => {
    const mails: Record<string, string[]> = Object.fromEntries(Object.keys(MAILS_ABOUT).map((kind) => [kind, []]));
    for (const { name, events } of newsroomMailKinds(placesAt(baseUrl, 'x'))) for (const kind of events) (mails[kind] ??= []).push(name);
    expect(mails).toEqual(MAILS_ABOUT);
  });

  it('report reviews with findings only', async () => {
    const content = await piece();
    const call = makeCall({ caller: as('edna') });
    await content.runReviewAction({ policyKey: 'facts', status: 'accepted', summary: 'Fine.' }, call);
    expect(await runMailer()).toEqual([]);
    await content.runReviewAction({ policyKey: 'facts', status: 'flagged', summary: 'See evil.example' }, call);
    const sent = await runMailer();
    expect(recipientsAndSubjects(sent)).toEqual(['edna: A review found something (Harbour News)']);
    expect(sent[0]?.text).toContain('> See evil[.]example');
    expect(sent[0]?.text).toContain(`${baseUrl}/desk/pieces/${content.id}/governance`);
  });

  it('is a correction', async () => {
    const content = await piece({ status: 'published' });
    await content.issueCorrectionAction({ type: 'correction', summary: 'It was Tuesday.' }, makeCall({ caller: as('edna') }));
    const sent = await runMailer();
    expect(recipientsAndSubjects(sent)).toEqual(['edna: A correction was issued (Harbour News)']);
    expect(sent[0]?.text).toContain('> It was Tuesday.');
  });

  it('report a missed publication date, while it is unchanged', async () => {
    configureContentGovernance({
      policies: [{ key: 'disclosed', kind: 'rule', rules: [{ check: 'disclosure' }] }],
      profiles: [{ key: 'honest', requirements: [{ policyKey: 'disclosed', blocking: true }] }],
      assignments: [{ contentType: 'article', publicationProfileKey: 'honest', enforcePublishReadiness: true }],
    });
    const publishAt = '2026-05-01T12:00:00.000Z';
    const [content, moved] = [await piece({ publishAt }), await piece({ publishAt })];
    await runSchedule(database);
    resetContentGovernance();
    await new Contents(database).update(moved.id, { publishAt: '2100-01-01T00:00:00.000Z' });
    const sent = await runMailer();
    expect(recipientsAndSubjects(sent)).toEqual(['edna: A publication date was missed (Harbour News)']);
    expect(sent[0]?.text).toContain('2026-05-01 12:00 UTC');
    expect(sent[0]?.text).toContain('> Not ready to be published');
    expect(sent[0]?.text).toContain(content.id);
  });

  it('report a mention in a comment, except to its author, and unless the comment was deleted', async () => {
    const content = await piece();
    const comment = async (mentions: string[], by = 'edna') =>
      content.addComment(
        { body: 'Look at evil.example, please.', mentions: mentions.map((name) => ids.get(name) ?? name) },
        makeCall({ caller: as(by) }),
      );
    await comment([]);
    await comment(['edna', 'gus', 'nobody']);
    expect(await runMailer()).toEqual([]);
    await comment(['edna', 'vera']);
    const sent = await runMailer();
    expect(recipientsAndSubjects(sent)).toEqual(['vera: A comment mentions you (Harbour News)']);
    expect(sent[0]?.text).toContain('> Look at evil[.]example, please.');
    const named = await comment(['nobody']);
    const rename = async (mentions: string[]) => {
      Object.assign(named, { mentions: mentions.map((name) => ids.get(name) ?? name) });
      await named.save();
    };
    await rename(['nobody', 'vera']);
    expect(recipientsAndSubjects(await runMailer())).toEqual(['vera: A comment mentions you (Harbour News)']);
    await rename([]);
    await rename(['vera', 'edna']);
    expect(recipientsAndSubjects(await runMailer())).toEqual([]);
    const removed = await comment(['vera']);
    await removed.delete();
    expect(await runMailer()).toEqual([]);
  });

  it('report contributions to a tenant to its own editors, under the name of the tenant', async () => {
    const tenantId = String((await database.first({ sql: 'SELECT id FROM tenants', parameters: [] }))?.['id']);
    const contribution = await submit({ tenantId });
    const sent = await runMailer();
    expect(recipientsAndSubjects(sent)).toEqual(['gus: A contribution was received (The Gazette)']);
    await contribution.rejectAction({}, makeCall({ caller: { ...as('gus'), tenantId } }));
    const [rejected] = await runMailer();
    expect(rejected?.text).toContain('https://gazette.example/contributions/');
    // That address is not confirmed.
    expect(rejected?.text).not.toContain('Win at');
  });

  it('report an automatically disabled webhook to admins, unless it was enabled since', async () => {
    const tenantId = String((await database.first({ sql: 'SELECT id FROM tenants', parameters: [] }))?.['id']);
    const webhooks = new Webhooks(database, makeCall({ caller: { ...as('gus'), tenantId, role: 'admin' } }));
    const { id } = await webhooks.register({ url: 'https://receiver.example/hook?key=1', kinds: [], enabled: false }, webhooks.call);
    const disable = async () => {
      await database.run({ sql: `UPDATE webhooks SET "disabledReason" = 'gone' WHERE id = '${id}'`, parameters: [] });
      await tellOfDisabled(await webhooks.require(id), database);
    };
    await disable();
    const sent = await runMailer();
    expect(recipientsAndSubjects(sent)).toEqual(['gus: A webhook was disabled (The Gazette)']);
    expect(sent[0]?.text).toMatch(/responded with 410[\s\S]*receiver\.example/);
    expect(sent[0]?.text).not.toContain('key=1');
    await disable();
    await webhooks.update(id, { enabled: true });
    expect(await runMailer()).toEqual([]);
  });

  it('omit rejections by intake, outdated decisions, and removed users', async () => {
    const contribution = await submit({ contributorEmail: 'ida@example.org' });
    await contribution.requestChangesAction({ editorNote: 'How?' }, makeCall({ caller: as('edna') }));
    await contribution.withdrawAction({});
    expect(await runMailer()).toEqual([]);
    configureContentContributions({ types: [{ key: 'letter', enabled: false, promotion: { targetContentType: 'article' } }] });
    await submit({ contributorEmail: 'ida@example.org' });
    expect(await runMailer()).toEqual([]);
    configureContentContributions({ types: [{ key: 'letter', promotion: { targetContentType: 'article' } }] });
    await submit({ contributorEmail: 'ida@example.org' });
    await numberEvents(database);
    await relayEvents(database, { source: contentEventSource, makesMails: true });
    await disableUser(database, ids.get('edna') ?? '', makeCall({}));
    expect(await runMailer()).toEqual([]);
    expect(await new MailOutbox(database).count({ where: { reason: 'recipient_gone' } as never })).toBe(1);
    expect((await new Users(database).require(ids.get('edna') ?? '')).disabledAt).not.toBeNull();
  });
});
