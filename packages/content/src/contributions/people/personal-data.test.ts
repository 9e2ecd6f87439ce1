import { AuditEntries, type Caller, type Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { configureLetters, dump, storeBytes } from '../../../test/contributing.ts';
import { filesOfSuite } from '../../../test/files.ts';
import { JPEG } from '../../../test/hostile-files.ts';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader } from '../../../test/support.ts';
import { readRecordEvents } from '../../events/read-events.ts';
import { contributionApiRoutes } from '../routes/api-routes.ts';
import {
  contributorAccounts,
  ContentContributionAttachments,
  ContentContributions,
  ContentContributors,
  Contents,
  resetContentContributions,
  submitWebContribution,
} from '../../index.ts';

const TABLES = [
  'content_contributors',
  'content_contributions',
  'content_contribution_revisions',
  'content_contribution_attachments',
  'content_contribution_stops',
  'content_events',
  '_idempotency',
  'audit_entries',
];

describeOnEveryDatabase('the data of a person', (open) => {
  const files = filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;
  let count = 0;
  let email = '';
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });
  beforeEach(() => {
    configureLetters(database);
    count += 1;
    email = `grace-${count}@example.org`;
  });
  afterAll(() => resetContentContributions());

  const run = (id: string, request: object = {}) => newsroom.run(id, { as: admin('acme'), ...request });
  const photograph = async (name: string) => ({
    filename: `${name}.jpg`,
    fileKey: await storeBytes(database, Buffer.concat([JPEG, Buffer.from(`${name} ${count}`)])),
  });
  const submit = async (input: object = {}) =>
    (
      await submitWebContribution(
        {
          typeKey: 'letter',
          contributorEmail: email,
          contributorName: `Grace ${count}`,
          title: `Personal title ${count}`,
          body: `Personal words ${count}`,
          attachments: [await photograph('grandmother')],
          tenantId: 'acme',
          ...input,
        },
        { database },
      )
    ).contribution;
  const versionsOf = (contentId: string, ...versions: number[]) => versions.map((version) => ({ contentId, version }));
  const erase = (key: string, input: object = {}) => run('content-contributors.eraseAction', { key, input });
  const stored = (id: string) => new ContentContributions(database).require(id);
  const filesOf = async (id: string) =>
    (await new ContentContributionAttachments(database).list({ where: { contributionId: id } })).map(({ fileKey }) => fileKey);

  const zipFor = (contributorId: string, caller: Caller, accept = 'text/html, application/zip;q=0.9') => {
    const routes = contributionApiRoutes({ database, authenticate: async () => caller, baseUrl: 'https://news.example' } as never);
    const route = routes.find(({ path }) => path === '/content-contributors/:id/export');
    const request = new Request('https://news.example/api/v1/content-contributors/x/export', { headers: { Accept: accept } });
    return route?.handle(request, { id: contributorId });
  };

  it('is exported as a ZIP with the files that they sent, which lead nowhere when they are unpacked', async () => {
    const named = (filename: string) => photograph('a').then((file) => ({ ...file, filename }));
    const { contributorId } = await submit({ attachments: [await named('../../../etc/passwd.jpg'), await named('C:\\x\\..\\é .jpg')] });
    const later = await submit({ attachments: [await photograph('gone')] });
    const [gone] = await new ContentContributionAttachments(database).list({ where: { contributionId: later.id } });
    await files.store.delete(gone?.fileKey ?? '');
    const answer = await zipFor(contributorId, admin('acme'));
    expect([answer?.status, answer?.headers.get('content-type'), answer?.headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'no-store',
    ]);
    const unpacked = unzipSync(new Uint8Array((await answer?.arrayBuffer()) ?? new ArrayBuffer()));
    const names = Object.keys(unpacked);
    expect(names[0]).toBe('person.json');
    expect(names.slice(1, -1).map((name) => name.replace(/^files\/[0-9a-f-]{36}\//, ''))).toEqual(['passwd.jpg', 'é .jpg']);
    for (const name of names.slice(1, -1)) expect(Buffer.from(unpacked[name] ?? []).subarray(0, 3)).toEqual(JPEG.subarray(0, 3));
    expect(JSON.parse(strFromU8(unpacked['missing.json'] ?? new Uint8Array()))).toEqual([gone?.id]);
    expect(JSON.parse(strFromU8(unpacked['person.json'] ?? new Uint8Array()))).toMatchObject({ contributor: { email } });
    const refused = [editor('acme'), admin('other'), reader('acme')].map(async (caller) => (await zipFor(contributorId, caller))?.status);
    expect(await Promise.all(refused)).toEqual([403, 404, 401]);
    expect(zipFor(contributorId, admin('acme'), 'application/json')).toBeUndefined();
  });

  it('is exported with all that they sent, and no key of a file', async () => {
    const { id, contributorId } = await submit();
    const { value, status } = await run('content-contributors.exportAction', { key: contributorId });
    expect(status).toBe(200);
    expect(value).toMatchObject({
      contributor: { email, name: `Grace ${count}` },
      contributions: [
        { id, body: `Personal words ${count}`, revisions: [{ revisionNumber: 1 }], attachments: [{ filename: 'grandmother.jpg' }] },
      ],
      events: [{ kind: 'contribution.received' }],
    });
    expect(JSON.stringify(value)).not.toContain('fileKey');
    expect((await run('content-contributors.exportAction', { key: contributorId, as: editor('acme') })).status).toBe(403);
  });

  it('goes from the answers that are kept for requests sent again, which are then refused', async () => {
    const input = { typeKey: 'letter', contributorEmail: email, title: `Personal title ${count}`, body: `Personal words ${count}` };
    const request = { as: editor('acme'), input, idempotencyKey: `key of ${email}` };
    const { contribution } = (await run('content-contributions.submitWebContribution', request)).value as {
      contribution: { contributorId: string };
    };
    expect(await dump(database, ['_idempotency'])).toContain(`Personal words ${count}`);
    await erase(contribution.contributorId);
    const text = await dump(database, TABLES);
    expect([`Personal title ${count}`, `Personal words ${count}`].map((trace) => traceIn(text, trace))).toEqual([false, false]);
    expect(await run('content-contributions.submitWebContribution', request)).toMatchObject({ status: 410, error: { code: 'erased' } });
  });

  it('goes when they ask: address, name, texts and files, while what was published stays and knows where it came from', async () => {
    const held = await submit();
    const rejected = await submit();
    await run('content-contributions.rejectAction', { key: rejected.id });
    const printed = await submit();
    const { content } = (await run('content-contributions.approveAction', { key: printed.id, input: {} })).value as {
      content: { id: string };
    };
    await run('contents.update', { key: content.id, input: { status: 'published' } });
    const keys = [...(await filesOf(held.id)), ...(await filesOf(rejected.id))];
    const [printedKey] = await filesOf(printed.id);
    const { value } = await erase(held.contributorId, { reason: 'They asked.' });
    expect(value).toMatchObject({ contributions: 3, files: 3, bylinesRemoved: [], versionsThatNameThem: versionsOf(content.id, 1) });
    const text = await dump(database, TABLES);
    for (const trace of [email, `Grace ${count}`, `Personal title ${count}`, `Personal words ${count}`])
      expect([trace, traceIn(text, trace)]).toEqual([trace, false]);
    await expect.poll(() => files.keys().filter((key) => keys.includes(key))).toEqual([]);
    expect(files.keys()).toContain(printedKey);
    expect((await stored(held.id)).status).toBe('withdrawn');
    expect((await stored(rejected.id)).status).toBe('rejected');
    expect(await stored(printed.id)).toMatchObject({ status: 'promoted', promotedContentId: content.id });
    expect(await new Contents(database).require(content.id)).toMatchObject({
      title: `Personal title ${count}`,
      metadata: { contribution: { contributionId: printed.id } },
    });
    const person = await new ContentContributors(database).require(held.contributorId);
    expect(person).toMatchObject({ email: `erased+${person.id}@invalid`, name: null, erasureReason: 'They asked.', linkEpoch: 2 });
    const [entry] = (await run('audit-entries.list', { input: { where: { action: 'erase' }, limit: 1 } })).items;
    expect(entry).toMatchObject({ before: null, after: null });
  });

  /** Only what stands about contributions counts: a piece that was published keeps its title. */
  function traceIn(text: string, trace: string): boolean {
    const [contributions, audit] = [text.slice(0, text.lastIndexOf('],[')), text.slice(text.lastIndexOf('],['))];
    const entries = (JSON.parse(`[${audit.slice(2, -1)}]`) as { objectType: string }[][]).flat();
    const own = entries.filter(({ objectType }) => objectType.startsWith('content_contribut'));
    return contributions.includes(trace) || JSON.stringify(own).includes(trace);
  }

  it('is not found again by their account in what audit entries say of them', async () => {
    database.ports.provide(contributorAccounts, async () => email);
    const as = contributor('acme', `grace-${count}`);
    const input = { typeKey: 'letter', title: 'Signed in', body: 'It stands.' };
    const sent = await run('content-contributions.submitWebContribution', { as, input });
    expect([sent.status, sent.error]).toEqual([200, undefined]);
    database.ports.provide(contributorAccounts, undefined);
    const { contributorId } = await stored((sent.value['contribution'] as { id: string }).id);
    expect((await new ContentContributors(database).require(contributorId)).userId).toBe(as.id);
    await erase(contributorId);
    const entries = await new AuditEntries(database).list({
      where: { objectType: 'content_contributors', objectId: contributorId } as never,
    });
    expect(entries.length).toBeGreaterThan(1);
    for (const { before, after } of entries) expect(JSON.stringify([before, after])).not.toContain(as.id);
  });

  it.each([
    ['an address', 'grace@example.org'],
    ['an address in wide letters', 'grace＠example.org'],
    ['two lines', 'Grace\nHopper'],
    ['a line separator', 'Grace\u2028Hopper'],
    ['a control character', 'Grace\u0007'],
    ['the direction of writing turned', 'Grace \u202eecarg'],
    ['a blank that shows nothing', 'Grace\u200bHopper'],
  ])('has no byline that is %s', async (_what, name) => {
    const refused = { errors: [{ pointer: '/contributorName' }] };
    await expect(submit({ contributorName: name })).rejects.toMatchObject(refused);
    const { contributorId } = await submit();
    for (const [id, request] of [
      ['update', { key: contributorId, input: { name } }],
      ['create', { input: { email: `other-${email}`, name } }],
    ] as const) {
      const { status, error } = await run(`content-contributors.${id}`, request);
      expect([status, error?.errors?.[0]?.pointer]).toEqual([422, '/name']);
    }
  });

  it.each(['Grace Hopper', 'Łukasz O’Neill-Šimić', 'می\u200cخواهم', '李小龍', ''])('has a byline of any script: %s', async (name) => {
    const { contributorId } = await submit({ contributorName: name });
    expect((await new ContentContributors(database).require(contributorId)).name).toBe(name || null);
  });

  it('is not written again once they were erased, by an editor neither', async () => {
    const { id, contributorId } = await submit();
    await erase(contributorId);
    const input = { contributorId, contributionTypeKey: 'letter', body: 'New words about Grace.' };
    expect(await run('content-contributions.create', { input })).toMatchObject({ status: 409, code: 'erased' });
    for (const changed of [{ editorNotes: 'Grace rang.' }, { metadata: { name: 'Grace' } }])
      expect(await run('content-contributions.update', { key: id, input: changed })).toMatchObject({ status: 409, code: 'erased' });
    expect((await dump(database, TABLES)).includes('New words about Grace.')).toBe(false);
    for (let round = 0; round < 4; round += 1) {
      const person = (await submit({ contributorEmail: `by-hand-${count}-${round}@example.org` })).contributorId;
      await Promise.all([
        run('content-contributions.create', { input: { ...input, contributorId: person } }),
        erase(person),
        run('content-contributions.create', { input: { ...input, contributorId: person } }),
      ]);
      for (const each of await new ContentContributions(database).list({ where: { contributorId: person } })) expect(each.body).toBe('');
    }
  });

  it('stands in no language and in no declared type of a file, and neither outlives an erasure', async () => {
    const files = [{ ...(await photograph('oak')), mimeType: `image/${email.split('@')[0]}; name="${email}"` }];
    const { id, contributorId } = await submit({ language: ' de-mustermn ', attachments: files });
    const held = await new ContentContributionAttachments(database).find({ contributionId: id });
    expect([(await stored(id)).language, held?.declaredMimeType]).toEqual(['de-mustermn', `image/grace-${count}`]);
    for (const language of [email, 'not a lang!!', 'x-grace', 'de-x-grace', 'grace'])
      await expect(submit({ language })).rejects.toMatchObject({ errors: [{ pointer: '/language' }] });
    await expect(submit({ attachments: [{ ...(await photograph('ash')), mimeType: email }] })).rejects.toMatchObject({
      errors: [{ pointer: '/attachments/0/mimeType' }],
    });
    const input = { contributorId, contributionTypeKey: 'letter', body: 'By hand.', language: email };
    expect((await run('content-contributions.create', { input })).status).toBe(422);
    expect((await stored((await submit({ language: '' })).id)).language).toBe(null);
    await erase(contributorId);
    const text = await dump(database, TABLES);
    for (const trace of [email, `image/grace-${count}`, 'mustermn']) expect([trace, text.includes(trace)]).toEqual([trace, false]);
  });

  it('goes once: doing it again answers the same, and nothing is written', async () => {
    const { contributorId } = await submit();
    const first = await erase(contributorId);
    const rev = (await new ContentContributors(database).require(contributorId)).rev;
    const second = await erase(contributorId);
    expect(second.value['erasedAt']).toBe(first.value['erasedAt']);
    expect((await new ContentContributors(database).require(contributorId)).rev).toBe(rev);
    // Whoever else knows the person is told so, once, by an id.
    expect(await readRecordEvents(database, 'content_contributors', [contributorId])).toMatchObject([
      { kind: 'contributor.erased', data: {} },
    ]);
    expect((await run('content-contributors.delete', { key: contributorId })).status).toBe(200);
    expect((await run('content-contributors.update', { key: contributorId, input: { name: 'Back' } })).code).toBe('erased');
  });

  it('takes the byline from what was made of it only when that is asked, and from versions and accounts too', async () => {
    const { id, contributorId } = await submit();
    const { content } = (await run('content-contributions.approveAction', { key: id, input: {} })).value as { content: { id: string } };
    await run('content-governance-assignments.create', { input: { contentType: 'article' } });
    await run('contents.update', { key: content.id, input: { status: 'published' } });
    const { value } = await erase(contributorId, { removeByline: true });
    expect(value).toMatchObject({ bylinesRemoved: [content.id], versionsThatNameThem: [] });
    expect((await new Contents(database).require(content.id)).authors).toEqual([]);
  });

  it('takes the byline that a piece was made with, though they are called otherwise by now or were erased before', async () => {
    const { id, contributorId } = await submit({ contributorName: 'Old Name' });
    const { content } = (await run('content-contributions.approveAction', { key: id, input: {} })).value as { content: { id: string } };
    await run('content-governance-assignments.create', { input: { contentType: 'article' } });
    await run('contents.update', { key: content.id, input: { status: 'published', authors: ['Somebody Else', 'Old Name'] } });
    await run('content-contributors.update', { key: contributorId, input: { name: 'New Name' } });
    const versionsThatNameThem = versionsOf(content.id, 1, 2);
    expect((await erase(contributorId)).value).toMatchObject({ bylinesRemoved: [], versionsThatNameThem });
    const text = await dump(database, ['content_contributions', 'content_contributors']);
    expect(text.includes('Old Name')).toBe(false);
    expect((await erase(contributorId, { removeByline: true })).value).toMatchObject({
      bylinesRemoved: [content.id],
      versionsThatNameThem: [],
    });
    expect((await new Contents(database).require(content.id)).authors).toEqual(['Somebody Else']);
    expect((await erase(contributorId, { removeByline: true })).value).toMatchObject({ bylinesRemoved: [], versionsThatNameThem: [] });
  });

  it('takes the byline from translations, from copies and from the trash too, and tells of pieces by somebody of that name', async () => {
    const name = `Hilde ${count}`;
    const promote = async (): Promise<{ contributorId: string; key: string }> => {
      const { id, contributorId } = await submit({ contributorName: name });
      const { value } = await run('content-contributions.approveAction', { key: id, input: {} });
      return { contributorId, key: (value as { content: { id: string } }).content.id };
    };
    const [kept, removed] = [await promote(), await promote()];
    await run('contents.update', { key: kept.key, input: { language: 'en' } });
    const german = String((await run('contents.addTranslation', { key: kept.key, input: { language: 'de' } })).value['id']);
    const copy = String((await run('contents.duplicateAction', { key: kept.key })).value['id']);
    const namesake = String((await run('contents.create', { input: { type: 'note', title: 'Else', authors: [name] } })).value['id']);
    await run('contents.delete', { key: removed.key });
    const { value } = await erase(kept.contributorId, { removeByline: true });
    expect(value['othersOfThatName']).toEqual([namesake]);
    expect(new Set(value['bylinesRemoved'] as string[])).toEqual(new Set([kept.key, german, copy, removed.key]));
    const [entry] = (await run('content-trash.list', { input: { where: { contentId: removed.key } } })).items;
    const restored = await run('content-trash.restoreAction', { key: String(entry?.['id']) });
    expect(JSON.parse(JSON.stringify(restored.value))).toMatchObject({ content: { authors: [] } });
    expect((await new Contents(database).require(german)).authors).toEqual([]);
  });

  it('is that of one tenant: the same person elsewhere stays', async () => {
    const here = await submit();
    const there = await submit({ tenantId: 'other' });
    await erase(here.contributorId);
    expect(await new ContentContributors(database).require(there.contributorId)).toMatchObject({ email });
    expect((await stored(there.id)).body).toBe(`Personal words ${count}`);
  });

  it('leaves of somebody who was blocked that they are', async () => {
    const { contributorId } = await submit();
    await run('content-contributors.update', { key: contributorId, input: { trustLevel: 'blocked' } });
    await erase(contributorId);
    const again = await submit();
    expect(again.contributorId).not.toBe(contributorId);
    expect(await stored(again.id)).toMatchObject({ status: 'rejected', intakeReasons: [{ code: 'contributor_blocked' }] });
    expect((await dump(database, ['content_contribution_stops'])).includes(email)).toBe(false);
  });

  it('goes while they are being promoted or send more: whichever comes first, nothing is left half', async () => {
    for (let round = 0; round < 8; round += 1) {
      email = `racing-${count}-${round}@example.org`;
      const { id, contributorId } = await submit();
      const [approved, erased] = await Promise.all([
        run('content-contributions.approveAction', { key: id, input: {} }),
        erase(contributorId),
        submit(),
        submit(),
      ]);
      expect([erased.status, [200, 404, 409].includes(approved.status)]).toEqual([200, true]);
      const { status, body, promotedContentId } = await stored(id);
      expect([status, body]).toEqual([promotedContentId === null ? 'withdrawn' : 'promoted', '']);
      // What came after the erasure is somebody new's, and what came before is gone.
      for (const each of await new ContentContributions(database).list({ where: { contributorId } })) expect(each.body).toBe('');
    }
  });
});
