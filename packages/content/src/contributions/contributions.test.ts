import { anonymous, type Call, type Caller, type Database, ForbiddenError, makeCall, SYSTEM } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { issueChallenge } from './submission/challenge.ts';
import { configureLetters, dump, solve, storeBytes, wrongNonce } from '../../test/contributing.ts';
import { filesOfSuite } from '../../test/files.ts';
import { JPEG, zipOf } from '../../test/hostile-files.ts';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';
import {
  Assets,
  challengeBits,
  contributorAccounts,
  type ContentContribution,
  ContentContributionAttachments,
  ContentContributionRevisions,
  ContentContributions,
  ContentContributors,
  Contents,
  ContentVersions,
  numberEvents,
  readContentEvents,
  resetContentContributions,
  submitWebContribution,
  sweepContent,
} from '../index.ts';
import { receiveContent } from '../assets/upload-input.ts';
import { LooseFiles } from '../assets/loose-file.ts';
import { sweepAssetFiles } from '../assets/sweep-files.ts';
import { keepUpload } from './files/keep-upload.ts';

const LETTER = { typeKey: 'letter', contributorEmail: 'ada@example.org', contributorName: 'Ada', title: 'The oak', body: 'It stands.' };

describeOnEveryDatabase('contributions', (open) => {
  const files = filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;
  let count = 0;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });
  beforeEach(() => {
    configureLetters(database);
    database.ports.provide(contributorAccounts, async (_database, { id }) => (id === 'carl-acme' ? 'carl@example.org' : undefined));
    count += 1;
  });
  afterAll(() => {
    resetContentContributions();
  });

  const run = (id: string, request: object = {}) => newsroom.run(id, { as: editor('acme'), ...request });
  // What operations answer is `unknown` to a test, as to any client: each expectation states the shape it wants, so it is `any` here.
  const ok = async (id: string, request: object = {}) => {
    const answer = await run(id, request);
    expect([id, answer.status, answer.error?.message, answer.error?.errors]).toEqual([id, 200, undefined, undefined]);
    return JSON.parse(JSON.stringify(answer.value)) as any;
  };
  const act = async (name: string, key: string, input: object = {}, as: Caller = editor('acme')) => {
    const answer = await run(`content-contributions.${name}`, { key, input, as });
    return { ...answer, value: JSON.parse(JSON.stringify(answer.value)) as Record<string, unknown> };
  };
  const system = (input: object = {}) =>
    submitWebContribution({ ...LETTER, contributorEmail: `person-${count}@example.org`, tenantId: 'acme', ...input }, { database });
  const letter = async (input: object = {}): Promise<string> => (await system(input)).contribution.id;
  const stored = (id: string): Promise<ContentContribution> => new ContentContributions(database).require(id);
  const settled = (check: () => void | Promise<void>) => expect.poll(async () => (await check(), true)).toBe(true);
  const photograph = async (more: object = {}) => ({
    filename: 'oak.jpg',
    mimeType: 'image/jpeg',
    size: JPEG.length,
    fileKey: await storeBytes(database, JPEG),
    ...more,
  });
  const trust = async (email: string, trustLevel: string, as: Caller = editor('acme')) => {
    const contributors = new ContentContributors(database, makeCall({ caller: as }));
    const known = await contributors.find({ email });
    if (known) await contributors.update(known.id, { trustLevel } as never);
    else await contributors.add({ email, trustLevel } as never);
  };
  /** What a stranger sends, from an address of their own, with the work done, so many milliseconds after the challenge. */
  const stranger = async (
    input: object = {},
    { address = `192.0.2.${count}`, waited = 4000, tenant = `street-${count}`, bits = true } = {},
  ) => {
    const as = reader(tenant);
    const at = new Date();
    const challenge = (await newsroom.run('content-contributions.challenge', { as, at: at.toISOString() })).value as never;
    const proof = bits ? { proof: solve(challenge) } : {};
    return newsroom.run('content-contributions.submitWebContribution', {
      as,
      address,
      at: new Date(at.getTime() + waited).toISOString(),
      input: { ...LETTER, contributorEmail: `person-${count}@example.org`, ...proof, ...input },
    });
  };

  it('are taken by the function as the specification calls it, and answer an id', async () => {
    const fileKey = await storeBytes(database, JPEG);
    const { contribution, intake } = await submitWebContribution(
      {
        typeKey: 'letter',
        contributorEmail: 'Ada@Example.ORG ',
        contributorName: 'Ada',
        title: 'The oak',
        body: 'It stands.',
        attachments: [{ filename: '../oak.jpg', mimeType: 'image/jpeg', size: 1, fileKey }],
        tenantId: 'acme',
      },
      { database },
    );
    expect(intake).toEqual({ decision: 'accept', reasons: [] });
    const read = await ok('content-contributions.get', { key: contribution.id });
    expect(read).toMatchObject({
      status: 'submitted',
      channel: 'web',
      title: 'The oak',
      body: 'It stands.',
      senderProof: 'application',
      revisionCount: 1,
      contributor: { email: 'ada@example.org', name: 'Ada', trustLevel: 'standard' },
      revisions: [{ revisionNumber: 1, intakeDecision: 'accept', by: 'application' }],
      attachments: [{ filename: 'oak.jpg', mimeType: 'image/jpeg', size: JPEG.length, suspect: [] }],
      allowedActions: ['revise', 'request-changes', 'approve', 'reject', 'withdraw'],
    });
    expect(JSON.stringify(read)).not.toMatch(/fileKey|linkEpoch|userId":"/);
  });

  it('are named by a type: another is unknown, one that is closed rejects and keeps, and a stored one goes before a configured', async () => {
    await expect(system({ typeKey: 'poem' })).rejects.toMatchObject({ status: 422, code: 'unknown_type' });
    const type = { key: 'letter', allowFiles: true, promotion: { targetContentType: 'article' } };
    const made = await ok('content-contribution-types.create', { as: admin('acme'), input: { ...type, enabled: false } });
    expect((await system()).intake).toMatchObject({ decision: 'reject', reasons: [{ code: 'type_disabled' }] });
    expect((await system({ tenantId: 'other' })).intake.decision).toBe('accept');
    expect((await ok('content-contributions.getContributionTypesAction')).effective).toMatchObject([{ key: 'letter', enabled: false }]);
    const key = String(made.id);
    expect(
      (await run('content-contribution-types.update', { as: admin('acme'), key, input: { key: 'other' } })).error?.errors,
    ).toMatchObject([{ pointer: '/key', code: 'read_only' }]);
    expect((await run('content-contribution-types.update', { key, input: { enabled: true } })).status).toBe(403);
    await ok('content-contribution-types.update', { as: admin('acme'), key, input: { enabled: true } });
    const id = await letter();
    expect(await run('content-contribution-types.delete', { as: admin('acme'), key })).toMatchObject({ status: 409, code: 'in_use' });
    await new ContentContributions(database).require(id).then((each) => each.rejectAction({}));
    for (const each of await new ContentContributions(database).list({ where: { status: 'submitted', tenantId: 'acme' } as never }))
      await each.rejectAction({});
    await ok('content-contribution-types.delete', { as: admin('acme'), key });
  });

  it.each<[string, object, RegExp]>([
    ['an unknown property', { nmae: 1 }, /nmae/],
    ['no address', { contributorEmail: undefined }, /contributorEmail/],
    ['what is no address', { contributorEmail: 'ada at example' }, /contributorEmail/],
    ['two addresses', { contributorEmail: 'a@example.org, b@example.org' }, /contributorEmail/],
    ['a line break in the address', { contributorEmail: 'a@example.org\nBcc: b@example.org' }, /contributorEmail/],
    ['a file that is not there', { attachments: [{ filename: 'a', fileKey: 'x' }] }, /no such file/],
  ])('with %s are refused, naming it', async (_what, input, message) => {
    await expect(system(input)).rejects.toMatchObject({ status: 422, message: expect.stringMatching(message) });
  });

  it('with more text than is taken are refused with 413, by everyone', async () => {
    await expect(system({ body: 'x'.repeat(200_001) })).rejects.toMatchObject({ status: 413, code: 'too_large' });
  });

  it('refuse metadata that would change what objects are', async () => {
    const metadata = JSON.parse('{"__proto__": {"isAdmin": true}}') as object;
    await expect(system({ metadata })).rejects.toMatchObject({ status: 422 });
    const id = await letter();
    expect((await act('update', id, { metadata })).status).toBe(422);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  describe('by strangers', () => {
    it('get one answer, whatever intake makes of them, and are kept with all reasons', async () => {
      await trust('blocked@example.org', 'blocked', editor(`street-${count}`));
      const answers = [
        await stranger({}, { address: '198.51.100.1' }),
        await stranger({ body: 'Casino' }, { address: '198.51.100.2' }),
        await stranger({ body: 'Spam' }, { address: '198.51.100.3' }),
        await stranger({ website: 'https://a.example' }, { address: '198.51.100.4' }),
        await stranger({ contributorEmail: 'blocked@example.org' }, { address: '198.51.100.5' }),
      ];
      const ids = answers.map(({ value }) => String((value['contribution'] as { id: string }).id));
      expect(answers.map(({ value }, index) => JSON.stringify(value).replace(ids[index] ?? '', 'ID'))).toEqual(
        Array(5).fill('{"contribution":{"id":"ID"},"received":true}'),
      );
      const kept = await Promise.all(ids.map(stored));
      expect(kept.map(({ status, intakeReasons }) => [status, ...intakeReasons.map(({ code }) => code)])).toEqual([
        ['submitted'],
        ['quarantined', 'text_quarantine'],
        ['rejected', 'text_blocked'],
        ['quarantined', 'honeypot'],
        ['rejected', 'contributor_blocked'],
      ]);
      for (const { id } of kept) expect(await new ContentContributionRevisions(database).count({ where: { contributionId: id } })).toBe(1);
    });

    it('do the work that a stranger does where nothing else is said: eighteen bits', async () => {
      database.ports.provide(challengeBits, challengeBits.none);
      const asked = await newsroom.run('content-contributions.challenge', { as: reader(`street-${count}`) });
      expect(asked.value).toMatchObject({ bits: 18 });
      expect((await stranger()).value).toMatchObject({ received: true });
      for (const bits of [0, 31, 1.5]) {
        database.ports.provide(challengeBits, bits);
        await expect(issueChallenge(database, makeCall({}))).rejects.toThrow(/from 1 to 30/);
      }
      database.ports.provide(challengeBits, 4);
    }, 60_000);

    it('need a proof of work that fits, is fresh, their own tenant’s, and not used before', async () => {
      const code = async (...given: Parameters<typeof stranger>) => (await stranger(...given)).code;
      expect(await code({}, { bits: false })).toBe('proof_required');
      expect(await code({}, { waited: 600_001, address: '198.51.100.12' })).toBe('proof_wrong');
      const forge = async (change: (proof: any) => object, tenant = 'acme') => {
        const at = new Date();
        const asked = await newsroom.run('content-contributions.challenge', { as: reader('acme'), at: at.toISOString() });
        const input = { ...LETTER, contributorEmail: `person-${count}@example.org`, proof: change(solve(asked.value as never)) };
        const request = {
          as: reader(tenant),
          address: `198.51.100.${20 + (count % 100)}`,
          at: new Date(at.getTime() + 4000).toISOString(),
          input,
        };
        return async () => (await newsroom.run('content-contributions.submitWebContribution', request)).code;
      };
      expect(await (await forge((proof) => ({ ...proof, nonce: wrongNonce(proof) })))()).toBe('proof_wrong');
      expect(await (await forge((proof) => ({ ...proof, bits: 1 })))()).toBe('proof_wrong');
      expect(await (await forge((proof) => proof, 'other'))()).toBe('proof_wrong');
      const twice = await forge((proof) => proof);
      expect([await twice(), await twice()]).toEqual([undefined, 'proof_wrong']);
    });

    it('are held to their allowance, by network and by address, before anything is looked at', async () => {
      const from = (address: string, input: object = {}) => stranger(input, { address, bits: false });
      const codes = [];
      for (let round = 0; round < 6; round += 1) codes.push((await from(`2001:db8:${count}:1::${round + 1}`)).code);
      expect(codes).toEqual([...Array(5).fill('proof_required'), 'too_many_attempts']);
      expect((await from(`2001:db8:${count}:1::ffff`, { typeKey: 'poem' })).code).toBe('too_many_attempts');
      expect((await from(`2001:db8:${count}:2::1`)).code).toBe('proof_required');
      // Who proves no work uses up nothing of somebody else's address.
      const person = { contributorEmail: `often-${count}@example.org` };
      for (let round = 0; round < 12; round += 1) expect((await from(`203.0.113.${round}`, person)).code).toBe('proof_required');
      const more = [];
      for (let round = 0; round < 11; round += 1) more.push((await stranger(person, { address: `198.51.100.${round}` })).code);
      expect(more).toEqual([...Array(10).fill(undefined), 'too_many_attempts']);
      expect((await from('203.0.113.200')).code).toBe('proof_required');
    });

    it('keep no more bytes waiting than there is room for, however many come at once', async () => {
      let number = 0;
      const upload = async (size: number, address: string) => {
        const bytes = Buffer.alloc(size, `${count} ${(number += 1)} `);
        const call = makeCall({ caller: anonymous(`room-${count}`), address });
        return keepUpload(database, call, { file: await receiveContent(database, bytes), filename: 'long.txt', declaredMimeType: null });
      };
      const outcomes = async (uploads: Promise<unknown>[]) => (await Promise.allSettled(uploads)).map(({ status }) => status).sort();
      const six = Array.from({ length: 6 }, () => upload(25_000_000, `2001:db8:${count}:9::1`));
      expect(await outcomes(six)).toEqual([...Array(2).fill('fulfilled'), ...Array(4).fill('rejected')]);
      await expect(upload(25_000_000, `2001:db8:${count}:a::1`)).resolves.toMatchObject({ size: 25_000_000 });
    });

    it('find out nothing by what a person was trusted with: who signs in and names another is told as little as they are', async () => {
      const sent = await newsroom.run('content-contributions.submitWebContribution', {
        as: viewer('acme'),
        input: { typeKey: 'letter', contributorEmail: `somebody-${count}@example.org`, title: 'The oak', body: 'It stands.' },
      });
      expect(sent.value).toEqual({ contribution: { id: expect.any(String) }, received: true });
    });

    it('and who may read what they sent find nothing by the notes of the editors', async () => {
      const { value } = await run('content-contributions.submitWebContribution', {
        as: contributor('acme'),
        input: { typeKey: 'letter', contributorEmail: 'carl@example.org', title: 'The oak', body: 'It stands.' },
      });
      const { id } = (value as { contribution: { id: string } }).contribution;
      await act('update', id, { editorNotes: 'Not before Monday.' });
      const find = (query: object, as: Caller) => run('content-contributions.list', { as, input: query });
      for (const query of [{ where: { editorNotes: { like: 'Not%' } } }, { orderBy: 'editorNotes' }]) {
        expect((await find(query, contributor('acme'))).error?.errors).toMatchObject([{ code: 'unknown_field' }]);
        expect((await find(query, editor('acme'))).status).toBe(200);
      }
      expect((await run('content-contributions.get', { key: id, as: contributor('acme') })).value).toMatchObject({ editorNotes: null });
      await act('requestChangesAction', id, { editorNote: 'Where is it?' });
      expect((await run('content-contributions.get', { key: id, as: contributor('acme') })).value).toMatchObject({
        editorNotes: null,
        requestedChanges: 'Where is it?',
      });
    });

    it('are not asked by types that are for members', async () => {
      configureLetters(database, { openTo: 'members' });
      expect((await stranger()).status).toBe(401);
      expect((await newsroom.run('content-contributions.openTypes', { as: reader('acme') })).value).toEqual({ items: [] });
      expect((await ok('content-contributions.openTypes', { as: viewer('acme') })).items).toMatchObject([{ key: 'letter' }]);
    });

    it('learn of types what they take, and no pattern', async () => {
      const { items } = (await newsroom.run('content-contributions.openTypes', { as: reader('acme') })).value as any;
      expect(items).toEqual([
        {
          key: 'letter',
          label: 'Letter',
          allowedChannels: ['web', 'email'],
          allowText: true,
          allowFiles: true,
          allowEmptyText: false,
          maxFiles: 10,
          maxTotalBytes: 50_000_000,
          allowedMimePatterns: [],
          proofOfWork: true,
        },
      ]);
    });

    it('may not read, decide or write anything', async () => {
      const key = await letter();
      for (const id of ['withdrawAction', 'appendRevisionAction'])
        expect([id, (await act(id, key, {}, reader('acme'))).status]).toEqual([id, 404]);
      for (const id of ['get', 'approveAction', 'rejectAction', 'update', 'delete', 'requestChangesAction'])
        expect([id, (await act(id, key, id === 'requestChangesAction' ? { editorNote: 'x' } : {}, reader('acme'))).status]).toEqual([
          id,
          401,
        ]);
      for (const id of ['list', 'listInboxAction', 'listForContributor', 'getContributionTypesAction', 'create'])
        expect([id, (await newsroom.run(`content-contributions.${id}`, { as: reader('acme') })).status]).toEqual([id, 401]);
    });
  });

  describe('by accounts', () => {
    const submit = (as: Caller, input: object = {}) =>
      ok('content-contributions.submitWebContribution', {
        as,
        input: { ...LETTER, contributorEmail: `person-${count}@example.org`, ...input },
      });

    it('are proved by the account’s own address, and by no other', async () => {
      const own = await submit(contributor('acme'), { contributorEmail: undefined });
      expect(await stored(own.contribution.id)).toMatchObject({ senderProof: 'account', userId: 'carl-acme' });
      const other = await submit(contributor('acme'));
      expect(await stored(other.contribution.id)).toMatchObject({ senderProof: 'none', userId: null });
      const edited = await submit(editor('acme'));
      expect(await stored(edited.contribution.id)).toMatchObject({ senderProof: 'application' });
      const token: Caller = { ...contributor('acme'), kind: 'token', id: 'token' };
      expect(await stored((await submit(token)).contribution.id)).toMatchObject({ senderProof: 'application' });
      expect(await stored((await submit({ ...token, role: 'viewer' })).contribution.id)).toMatchObject({ senderProof: 'none' });
    });

    it('are read, revised and taken back by those who sent them, and by nobody else of their role', async () => {
      const carl = contributor('acme');
      const cleo = contributor('acme', 'cleo');
      const { contribution } = await submit(carl, { contributorEmail: undefined });
      const key = contribution.id as string;
      expect(await ok('content-contributions.get', { key, as: carl })).toMatchObject({
        allowedActions: ['revise', 'withdraw'],
        contributor: { email: 'carl@example.org' },
        editorNotes: null,
      });
      expect(JSON.stringify(await ok('content-contributions.get', { key, as: carl }))).not.toContain('trustLevel":"');
      for (const who of [cleo, contributor('other')]) expect((await act('get', key, {}, who)).status).toBe(404);
      expect((await ok('content-contributions.list', { as: cleo })).items).toEqual([]);
      const own = (await ok('content-contributions.listForContributor', { as: carl, input: { email: LETTER.contributorEmail } })).items;
      expect(new Set(own.map((each: any) => each.contributorId)).size).toBe(1);
      expect((await act('approveAction', key, {}, carl)).status).toBe(403);
      expect((await act('appendRevisionAction', key, { body: 'Better.' }, cleo)).status).toBe(404);
      expect((await act('appendRevisionAction', key, { body: 'Better.' }, carl)).value).toMatchObject({
        body: 'Better.',
        revisionCount: 2,
      });
      expect((await act('withdrawAction', key, {}, editor('acme'))).status).toBe(403);
      expect((await act('withdrawAction', key, { reason: 'Sold.' }, carl)).value).toMatchObject({ status: 'withdrawn' });
    });

    it('may not speak for another tenant', async () => {
      const refused = await run('content-contributions.submitWebContribution', { input: { ...LETTER, tenantId: 'other' } });
      expect(refused.error?.errors).toMatchObject([{ pointer: '/tenantId' }]);
    });

    it('written down by hand meet intake like every other, and nothing proves them', async () => {
      const person = await ok('content-contributors.create', { input: { email: `hand-${count}@example.org`, trustLevel: 'trusted' } });
      const input = { contributionTypeKey: 'letter', contributorId: person.id, title: 'By post', body: 'A casino' };
      const made = await ok('content-contributions.create', { input });
      expect(made).toMatchObject({ status: 'quarantined', senderProof: 'none', revisions: [{ by: 'editor' }] });
      const forged = await run('content-contributions.create', { input: { ...input, status: 'promoted' } });
      expect(forged.error?.errors).toMatchObject([{ pointer: '/status', code: 'read_only' }]);
      expect((await run('content-contributions.create', { as: editor('other'), input })).error?.errors).toMatchObject([
        { pointer: '/contributorId' },
      ]);
    });
  });

  describe('decided about', () => {
    it('become content once, with their files and where they came from, and tell nobody’s address', async () => {
      const id = await letter({ contributorName: 'Ada', attachments: [await photograph(), await photograph({ filename: 'two.jpg' })] });
      const { content, assets, contribution } = (await act('approveAction', id, { editorNote: 'Thank you.', targetStatus: 'draft' }))
        .value as any;
      expect(contribution).toMatchObject({
        status: 'promoted',
        editorNotes: 'Thank you.',
        promotedContentId: content.id,
        allowedActions: [],
      });
      expect(content).toMatchObject({
        type: 'article',
        status: 'draft',
        title: 'The oak',
        body: 'It stands.\n',
        bodyFormat: 'markdown',
        source: 'contribution',
        authors: ['Ada'],
        metadata: { contribution: { contributionId: id, typeKey: 'letter', channel: 'web', revision: 1, senderProof: 'application' } },
      });
      expect(assets).toHaveLength(2);
      const used = await (await new Contents(database).require(content.id)).getAssets('attachment');
      expect(used.map(({ name, sort_order }) => [name, sort_order])).toEqual([
        ['oak.jpg', 0],
        ['two.jpg', 1],
      ]);
      const [asset] = await new Assets(database).list({ where: { id: assets[0].assetId } });
      expect(asset).toMatchObject({
        size: JPEG.length,
        metadata: { contribution: { contributionId: id, attachmentId: assets[0].attachmentId } },
      });
      expect(Buffer.concat(await (await asset!.openFile()).toArray()).equals(JPEG)).toBe(true);
      expect(await new ContentVersions(database).list({ where: { contentId: content.id } })).toMatchObject([
        { kind: 'auto-generated', metadata: { source: 'contribution' } },
      ]);
      const again = (await act('approveAction', id)).value as any;
      expect([again.content.id, again.assets, again.contribution.rev]).toEqual([content.id, assets, contribution.rev]);
      expect((await act('promoteAction', id)).value).toMatchObject({ content: { id: content.id } });
    });

    it('become one piece and one set of assets, however many approve at once', async () => {
      const id = await letter({ attachments: [await photograph()] });
      const before = [await new Contents(database).count(), await new Assets(database).count()];
      const answers = await Promise.all(Array.from({ length: 50 }, () => act('approveAction', id)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ value }) => (value['content'] as { id: string }).id)).size).toBe(1);
      expect([await new Contents(database).count(), await new Assets(database).count()]).toEqual([before[0]! + 1, before[1]! + 1]);
    });

    it('are of two deciding at once decided by one, and the other is told where it stands', async () => {
      for (let round = 0; round < 5; round += 1) {
        const id = await letter({ title: `Race ${round}` });
        const [approved, rejected] = await Promise.all([act('approveAction', id), act('rejectAction', id)]);
        const { status, promotedContentId } = await stored(id);
        const winner = approved.status === 200 ? 'promoted' : 'rejected';
        expect([status, promotedContentId === null]).toEqual([winner, winner === 'rejected']);
        const loser = winner === 'promoted' ? rejected : approved;
        expect(loser).toMatchObject({ status: 409, code: 'contribution_state', error: { extensions: { state: winner } } });
      }
    });

    it('stop at approval where that is asked, and are promoted later', async () => {
      const id = await letter();
      expect((await act('approveAction', id, { promote: false })).value).toMatchObject({
        contribution: { status: 'approved' },
        content: null,
      });
      expect((await act('approveAction', id)).error?.extensions).toEqual({
        state: 'approved',
        allowedActions: ['request-changes', 'promote', 'reject', 'withdraw'],
      });
      expect((await act('promoteAction', id, { targetStatus: 'review' })).value).toMatchObject({ content: { status: 'review' } });
    });

    it('are never published by an approval', async () => {
      const id = await letter();
      for (const targetStatus of ['published', 'archived', 'deleted'])
        expect((await act('approveAction', id, { targetStatus })).status).toBe(422);
      expect(() =>
        configureLetters(database, { promotion: { targetContentType: 'article', targetContentStatus: 'published' as never } }),
      ).toThrow();
    });

    it('go back for changes, which come as a revision with the files that were there', async () => {
      const id = await letter({ attachments: [await photograph()] });
      expect((await act('requestChangesAction', id)).status).toBe(422);
      expect((await act('requestChangesAction', id, { editorNote: 'Where does it stand?' })).value).toMatchObject({
        status: 'needs_changes',
      });
      await act('requestChangesAction', id, { editorNote: 'And how old is it?' });
      const extra = await photograph({ filename: 'late.jpg' });
      const contribution = await stored(id);
      await contribution.appendRevisionAction({ body: 'In our street.', attachments: [extra] });
      const read = await ok('content-contributions.get', { key: id });
      expect(read).toMatchObject({
        status: 'submitted',
        body: 'In our street.',
        revisionCount: 2,
        editorNotes: 'Where does it stand?\n\nAnd how old is it?',
      });
      expect(read.revisions).toHaveLength(2);
      expect((await ok('content-contribution-revisions.get', { key: read.revisions[0].id })).body).toBe('It stands.');
      const { assets } = (await act('approveAction', id)).value as any;
      expect(assets).toHaveLength(2);
    });

    it('whose revision is rejected by intake have no revision, and the reason', async () => {
      const id = await letter();
      expect((await act('appendRevisionAction', id, { body: 'Spam' })).value).toMatchObject({
        status: 'rejected',
        revisionCount: 1,
        body: 'Spam',
        intakeReasons: [{ code: 'text_blocked' }],
      });
      expect(await act('appendRevisionAction', id, { body: 'Good.' })).toMatchObject({ status: 409, code: 'contribution_state' });
    });

    it('that were held back are released by a person, and by no revision', async () => {
      const id = await letter({ body: 'A casino' });
      expect((await act('appendRevisionAction', id, { body: 'No more of that.' })).value).toMatchObject({ status: 'quarantined' });
      expect((await act('approveAction', id)).value).toMatchObject({ contribution: { status: 'promoted' } });
    });

    it('have a file that is suspect become an asset only when an editor says so, and a program never', async () => {
      const zip = await photograph({
        filename: 'a.zip',
        fileKey: await storeBytes(database, zipOf({ 'a.txt': 'a' })),
        mimeType: 'application/zip',
      });
      const one = await letter({ attachments: [zip, await photograph()] });
      expect(await stored(one)).toMatchObject({ status: 'quarantined', intakeReasons: [{ code: 'archive', attachment: 0 }] });
      expect(((await act('approveAction', one)).value as any).assets).toHaveLength(1);
      const two = await letter({ attachments: [zip] });
      expect(((await act('approveAction', two, { acceptSuspect: true })).value as any).assets).toHaveLength(1);
      const program = await photograph({ fileKey: await storeBytes(database, Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])) });
      const { contribution, intake } = await system({ attachments: [program] });
      expect([contribution.status, intake.reasons[0]?.code]).toEqual(['rejected', 'mime_blocked']);
    });

    it('are changed in nothing but notes and metadata by hand', async () => {
      const id = await letter();
      expect((await act('update', id, { editorNotes: 'Nice.', metadata: { desk: 'town' } })).value).toMatchObject({ editorNotes: 'Nice.' });
      for (const change of [
        { status: 'promoted' },
        { body: 'Forged' },
        { contributorId: 'x' },
        { senderProof: 'account' },
        { title: 'Forged' },
      ])
        expect([change, (await act('update', id, change)).error?.errors]).toMatchObject([change, [{ code: 'read_only' }]]);
      const { revisions, attachments } = await ok('content-contributions.get', { key: id });
      expect((await run('content-contribution-revisions.update', { key: revisions[0].id, input: { body: 'x' } })).code).toBe('append_only');
      expect(attachments).toEqual([]);
    });

    it('are removed with their files by an admin until they are promoted', async () => {
      const bytes = Buffer.concat([JPEG, Buffer.from('to be removed')]);
      const id = await letter({ attachments: [await photograph({ fileKey: await storeBytes(database, bytes) })] });
      const [attachment] = await new ContentContributionAttachments(database).list({ where: { contributionId: id } });
      expect((await act('delete', id)).status).toBe(403);
      await ok('content-contributions.delete', { key: id, as: admin('acme') });
      await settled(() => expect(files.keys()).not.toContain(attachment?.fileKey));
      const promoted = await letter();
      await act('approveAction', promoted);
      expect(await act('delete', promoted, {}, admin('acme'))).toMatchObject({ status: 409, code: 'in_use' });
    });

    it('tell of what becomes of them in the outbox, by ids and states', async () => {
      await numberEvents(database);
      const after = (await readContentEvents(database, { after: 0, limit: 100_000 })).at(-1)?.sequence ?? 0;
      const id = await letter();
      await act('requestChangesAction', id, { editorNote: 'More.' });
      await act('appendRevisionAction', id, { body: 'More of it.' });
      await act('approveAction', id);
      const other = await letter({ body: 'Casino' });
      await act('rejectAction', other);
      await act('withdrawAction', other, {}, admin('acme'));
      await numberEvents(database);
      const events = (await readContentEvents(database, { after, limit: 1000 })).filter(
        ({ objectType }) => objectType === 'content_contributions',
      );
      expect(events.map(({ kind }) => kind.replace('contribution.', ''))).toEqual([
        'received',
        'changes_requested',
        'revised',
        'approved',
        'promoted',
        'quarantined',
        'rejected',
        'withdrawn',
      ]);
      expect(JSON.stringify(events)).not.toMatch(/oak|stands|More|example\.org|Ada/);
    });
  });

  describe('of trusted people', () => {
    it('are promoted by themselves when it is proved who sent them, and are accepted clean', async () => {
      const email = `trusted-${count}@example.org`;
      await trust(email, 'trusted');
      const result = (await system({ contributorEmail: email })) as any;
      expect(result).toMatchObject({ intake: { decision: 'accept' }, content: { status: 'draft' }, contribution: { status: 'promoted' } });
      const held = (await system({ contributorEmail: email, body: 'Casino' })) as any;
      expect([held.contribution.status, held.content]).toEqual(['quarantined', undefined]);
    });

    it('wait when only their address was typed', async () => {
      const email = `typed-${count}@example.org`;
      await trust(email, 'trusted', editor(`street-${count}`));
      const { value } = await stranger({ contributorEmail: email });
      const contribution = await stored((value['contribution'] as { id: string }).id);
      expect(contribution).toMatchObject({ status: 'submitted', senderProof: 'none', intakeReasons: [{ code: 'sender_unproved' }] });
    });

    it('are promoted when their own account sent them', async () => {
      await trust('carl@example.org', 'trusted');
      const answer = await ok('content-contributions.submitWebContribution', {
        as: contributor('acme'),
        input: { ...LETTER, contributorEmail: undefined },
      });
      expect(answer).toMatchObject({ contribution: { status: 'promoted' }, content: { status: 'draft' } });
      await trust('carl@example.org', 'standard');
    });

    it('are trusted in one tenant and not in another', async () => {
      const email = `abroad-${count}@example.org`;
      await trust(email, 'trusted');
      expect(((await system({ contributorEmail: email, tenantId: 'other' })) as any).contribution.status).toBe('submitted');
    });

    it('wait with the reason where the promotion itself is refused', async () => {
      const email = `refused-${count}@example.org`;
      await trust(email, 'trusted');
      vi.spyOn(Contents.prototype, 'add').mockRejectedValueOnce(new ForbiddenError('Not today.'));
      const { contribution, content } = (await system({ contributorEmail: email })) as any;
      expect([contribution.status, content]).toEqual(['submitted', undefined]);
      expect((await stored(contribution.id)).editorNotes).toBe('It was not promoted by itself: Not today.');
    });
  });

  describe('between tenants', () => {
    it('know nothing of each other', async () => {
      const key = await letter({ attachments: [await photograph()] });
      const { contributorId } = await stored(key);
      const { attachments, revisions } = await ok('content-contributions.get', { key });
      const foreign = admin('other');
      for (const [id, of] of [
        ['content-contributions.get', key],
        ['content-contributions.approveAction', key],
        ['content-contributions.delete', key],
        ['content-contributors.get', contributorId],
        ['content-contributors.eraseAction', contributorId],
        ['content-contribution-attachments.get', attachments[0].id],
        ['content-contribution-revisions.get', revisions[0].id],
      ] as const)
        expect([id, (await run(id, { key: of, as: foreign })).status]).toEqual([id, 404]);
      expect((await ok('content-contributions.listInboxAction', { as: foreign })).items.map((each: any) => each.tenantId)).not.toContain(
        'acme',
      );
      const type = await ok('content-contribution-types.create', {
        as: admin('other'),
        input: { key: `tip-${count}`, promotion: { targetContentType: 'article' } },
      });
      expect((await run('content-contribution-types.get', { key: type.id })).status).toBe(404);
      await expect(system({ typeKey: `tip-${count}` })).rejects.toMatchObject({ code: 'unknown_type' });
    });
  });

  it('stand in the inbox, what changed last first, and page by page', async () => {
    const tenantId = `inbox-${count}`;
    const as = editor(tenantId);
    const ids = [];
    for (let index = 0; index < 5; index += 1) ids.push(await letter({ tenantId, title: `Letter ${index}` }));
    await act('rejectAction', ids[4] ?? '', {}, as);
    await act('update', ids[0] ?? '', { editorNotes: 'Look.' }, as);
    const titles = (page: any) => page.items.map((each: any) => each.title);
    const first = await ok('content-contributions.listInboxAction', { as, input: { limit: 3 } });
    expect([titles(first), first.count, first.items[0].allowedActions]).toEqual([
      ['Letter 0', 'Letter 3', 'Letter 2'],
      null,
      ['revise', 'request-changes', 'approve', 'reject', 'withdraw'],
    ]);
    const second = await ok('content-contributions.listInboxAction', { as, input: { limit: 3, cursor: first.nextCursor } });
    expect(titles(second)).toEqual(['Letter 1']);
    expect(titles(await ok('content-contributions.listInboxAction', { as, input: { statuses: ['rejected'] } }))).toEqual(['Letter 4']);
    expect((await ok('content-contributions.listInboxAction', { as, input: { count: 'exact' } })).count).toBe(4);
    expect(JSON.stringify(first)).not.toContain('"body"');
    const mine = await ok('content-contributions.listForContributor', { as, input: { email: `PERSON-${count}@example.org` } });
    expect(mine.items).toHaveLength(5);
    expect((await ok('content-contributions.listForContributor', { as, input: { email: 'nobody@example.org' } })).items).toEqual([]);
  });

  it('leave no address of a person in what readers, logs and audits hold', async () => {
    const email = `needle-${count}@example.org`;
    await system({ contributorEmail: email, contributorName: `Needle ${count}`, attachments: [await photograph()] });
    const id = await letter({ contributorEmail: email });
    await act('approveAction', id, { editorNote: 'Fine.' });
    const tables = ['contents', 'assets', 'content_assets', 'content_versions', 'content_events', 'audit_entries', 'attempts'];
    expect((await dump(database, tables)).includes(email)).toBe(false);
    const audit = await database.all(database.dialect.builder.selectFrom('audit_entries').selectAll().compile());
    expect(audit.some((entry) => JSON.stringify(entry).includes('[personal]'))).toBe(true);
    // The byline of the piece is for everybody, but an entry would keep it for ever.
    expect(audit.filter((entry) => JSON.stringify(entry).includes(`Needle ${count}`))).toEqual([]);
  });

  it('promote what strangers wrote to text in which nothing acts', async () => {
    const body =
      '---\ntitle: forged\n---\n<script>alert(1)</script>\n![beacon](https://evil.example/?d=1) *not bold* [x](javascript:alert(1))\n# No heading';
    const id = await letter({ body });
    const { content } = (await act('approveAction', id)).value as any;
    const { html } = await ok('contents.renderHtml', { key: content.id });
    expect(html).not.toMatch(/<script|<img|<em>|<h1|javascript:alert\(1\)"/);
    expect(html.replaceAll(/<[^>]+>/g, '')).toContain('![beacon](https://evil.example/?d=1) *not bold*');
    const { markdown } = await ok('contents.toMarkdown', { key: content.id });
    expect(markdown).toMatch(/^---\ntitle: The oak\n/);
    const marked = await letter({
      body: '# Heading\n\n<b onclick="x">bold</b> ![beacon](https://evil.example/?d=1)\n\n<script>alert(1)</script>',
      bodyFormat: 'markdown',
    });
    const rendered = await ok('contents.renderHtml', { key: ((await act('approveAction', marked)).value as any).content.id });
    expect(rendered.html).toContain('<h1');
    expect(rendered.html).not.toMatch(/<script|<img|<b /);
  });

  it('are judged by what readers would see of their Markdown, sent, revised or written by hand', async () => {
    const body = 'Visit our c&#97;s**i**n[o](https://a.example).';
    const held = { status: 'quarantined', intakeReasons: [{ code: 'text_quarantine' }] };
    expect(await stored(await letter({ body, bodyFormat: 'markdown' }))).toMatchObject(held);
    expect((await stored(await letter({ body }))).status).toBe('submitted');
    const id = await letter({ body: 'It stands.', bodyFormat: 'markdown' });
    await act('appendRevisionAction', id, { body: `${'Long ago. '.repeat(60)}${body}` });
    expect(await stored(id)).toMatchObject(held);
    const { contributorId } = await stored(id);
    const input = { contributorId, contributionTypeKey: 'letter', body, bodyFormat: 'markdown' };
    expect(await ok('content-contributions.create', { input })).toMatchObject({ status: 'quarantined' });
  });

  describe('files that are held', () => {
    it('stay in the store while anything holds them, and go with the last that does', async () => {
      const bytes = Buffer.concat([JPEG, Buffer.from(`held ${count}`)]);
      const fileKey = await storeBytes(database, bytes);
      const id = await letter({ attachments: [await photograph({ fileKey })] });
      const { assets, content } = (await act('approveAction', id)).value as any;
      await (await new Contents(database).require(content.id)).removeAsset(assets[0].assetId);
      await ok('assets.delete', { key: assets[0].assetId, as: admin('acme') });
      await sweepAssetFiles(database, { grace: -1 });
      expect(files.keys()).toContain(fileKey);
      const { contributorId } = await stored(id);
      await ok('content-contributors.eraseAction', { key: contributorId, as: admin('acme') });
      await settled(() => expect(files.keys()).not.toContain(fileKey));
    });

    it('that are marked as loose still are left alone by a sweep', async () => {
      const fileKey = await storeBytes(database, JPEG);
      await letter({ attachments: [await photograph({ fileKey })] });
      await new LooseFiles(database).add({ fileKey });
      await sweepAssetFiles(database, { grace: -1 });
      expect(files.keys()).toContain(fileKey);
      expect(await new LooseFiles(database).get(fileKey)).toBeUndefined();
    });
  });

  it('are held back for the name that a file was uploaded with, and for the one that it is sent with', async () => {
    const as = editor('acme');
    const send = async (uploaded: string, filename: string) => {
      const file = await receiveContent(database, Buffer.from(`plain words ${uploaded} ${filename} ${count}`));
      const call = makeCall({ caller: as });
      const { fileKey } = await keepUpload(database, call, { file, filename: uploaded, declaredMimeType: 'text/plain' });
      await file.discard();
      const input = { ...LETTER, contributorEmail: `person-${count}@example.org`, attachments: [{ filename, fileKey }] };
      const { contribution } = await ok('content-contributions.submitWebContribution', { as, input });
      const [held] = (await ok('content-contributions.get', { key: contribution.id })).attachments;
      return [contribution.status, held.filename, held.suspect];
    };
    expect(await send('invoice.txt', 'invoice.txt')).toEqual(['submitted', 'invoice.txt', []]);
    expect(await send('invoice.pdf.exe', 'invoice.txt')).toEqual(['quarantined', 'invoice.pdf.exe.txt', ['double_extension']]);
    expect(await send('invoice.txt', 'invoice.pdf.exe')).toEqual(['quarantined', 'invoice.txt', ['double_extension', 'type_mismatch']]);
  });

  describe('in the inbox', () => {
    it('are found by the words of their texts, the best first, by those who may read them, until they are erased', async () => {
      const tenantId = `harbour-${count}`;
      const as = editor(tenantId);
      const titled = await letter({
        tenantId,
        contributorEmail: `keeper-${count}@example.org`,
        title: 'Lighthousekeepers wanted',
        body: 'On the island.',
      });
      const mentioned = await letter({ tenantId, title: 'The island', body: 'It has no lighthousekeepers.' });
      await letter({ tenantId, title: 'The oak', body: 'It stands.' });
      const found = async (input: object, caller: Caller = as) =>
        (await ok('content-contributions.listInboxAction', { as: caller, input })).items.map((each: any) => each.id);
      expect(await found({ search: 'lighthousekeepers' })).toEqual([titled, mentioned]);
      expect(await found({ search: 'lighthouse*', limit: 1, offset: 1 })).toEqual([mentioned]);
      expect(await found({ search: 'lighthousekeepers', statuses: ['rejected'] })).toEqual([]);
      expect(await found({ search: 'lighthousekeepers' }, editor('acme'))).toEqual([]);
      const { contributorId } = await stored(titled);
      await ok('content-contributors.eraseAction', { key: contributorId, as: admin(tenantId) });
      expect(await found({ search: 'lighthousekeepers', statuses: ['withdrawn', 'submitted'] })).toEqual([mentioned]);
    });
  });

  it('have contributors that are found by words of their names and addresses, until they are erased', async () => {
    const tenantId = `names-${count}`;
    const as = editor(tenantId);
    const id = await letter({ tenantId, contributorEmail: `lukasz@lodz-${count}.example`, contributorName: 'Łukasz Wiśniewski' });
    const found = async (search: string, caller: Caller = as) =>
      (await ok('content-contributors.list', { as: caller, input: { search } })).items.map((each: any) => each.id);
    const { contributorId } = await stored(id);
    for (const search of ['lukasz', 'wisniewski', 'Wiśn*', `lukasz@lodz-${count}.example`])
      expect(await found(search)).toEqual([contributorId]);
    expect(await found('lukasz', editor('acme'))).toEqual([]);
    await ok('content-contributors.eraseAction', { key: contributorId, as: admin(tenantId) });
    expect(await found('lukasz')).toEqual([]);
  });

  describe('of which nothing came', () => {
    it('lose text and files after their time, and the row stays', async () => {
      const id = await letter({ attachments: [await photograph()] });
      await act('rejectAction', id);
      await sweepContent(database);
      expect(await stored(id)).toMatchObject({ body: 'It stands.', erasedAt: null });
      await sweepContent(database, { keepContributionsDays: 0 });
      expect(await stored(id)).toMatchObject({ status: 'rejected', title: null, body: '', erasedAt: expect.any(String) });
      const [attachment] = await new ContentContributionAttachments(database).list({ where: { contributionId: id } });
      expect(attachment).toMatchObject({ filename: 'erased', fileKey: null });
    });
  });

  it('are promoted with the rights of whoever approves, in their call', async () => {
    const id = await letter();
    const call: Call = makeCall({ caller: SYSTEM });
    const { content } = await (await stored(id)).approveAction({ editorNote: 'By hand.', targetStatus: 'draft' }, call);
    expect(content?.tenantId).toBe('acme');
  });
});
