import type { SignedEditionAccount } from '@colophon/contract';
import type { Caller, Database } from '@colophon/core';
import { makePrivateKey, openSigner, publicKeySet } from '@colophon/core/signing';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { verifyAccount } from '@colophon/verify';
import { beforeAll, expect, it } from 'vitest';
import { NO_FOREIGN_VERIFIER, verifyElsewhere } from '../../../verify/test/foreign-verifier.ts';
import { editor, type Newsroom, newsroomIn, reader } from '../../test/support.ts';
import { accountCredentials, ContentGovernanceAssignments, signPending } from '../index.ts';
import { eraseBylines } from './erase-bylines.ts';

const BASE = 'https://news.example';

describeOnEveryDatabase('the names of authors', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  const keyText = makePrivateKey();
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    await new ContentGovernanceAssignments(database).add({
      contentType: 'article',
      publicationProfileKey: 'publication',
      correctionProfileKey: 'correction',
      transparencyEnabled: true,
    });
    database.ports.provide(accountCredentials, { signer: await openSigner(database, () => keyText), baseUrl: BASE });
  });

  const run = async (id: string, key: string | undefined, input: object = {}, as: Caller = editor()) => {
    const answer = await newsroom.run(id, { ...(key === undefined ? {} : { key }), input, as });
    expect([id, answer.status, answer.error?.message]).toEqual([id, 200, undefined]);
    return answer.value;
  };
  let pieces = 0;
  const publish = async (authors: readonly string[], type = 'article'): Promise<string> => {
    const input = { type, title: 'Rain', slug: `rain-${(pieces += 1)}`, body: 'It rained.', status: 'published', authors };
    return String((await run('contents.create', undefined, input))['id']);
  };
  const account = async (id: string, input: object = {}) =>
    (await run('contents.getSignedAccount', id, input, reader())) as unknown as SignedEditionAccount;
  const check = async (given: unknown) => verifyAccount(given, { keys: await publicKeySet(database) });
  const erase = (id: string, name: string) => eraseBylines(database, id, (each) => each === name);

  /** Returns the columns in which a text stands, of all tables. */
  async function columnsWith(text: string): Promise<string[]> {
    const found: string[] = [];
    for (const { name, columns } of newsroom.table.schema) {
      const rows = await database.all({ sql: `SELECT * FROM "${name}"`, parameters: [] });
      for (const column of columns)
        if (rows.some((row) => JSON.stringify(row[column.name] ?? null).includes(text))) found.push(`${name}.${column.name}`);
    }
    return found;
  }

  it.each(['article', 'note'])('stand in the record and beside it, and in nothing that is frozen or signed: %s', async (type) => {
    const name = `Ada Lovelace of ${type}`;
    const id = await publish([name, 'Bo'], type);
    await run('contents.update', id, { body: 'It rained much.' });
    await run('contents.issueCorrectionAction', id, { type: 'correction', summary: 'It rained little.' });
    await run('contents.mutateVersionAction', id);
    await run('contents.update', id, { status: 'archived' });
    await signPending(database);
    // The words of the record are what searches find.
    const places = (await columnsWith(name)).filter((each) => !each.startsWith('contents.') && !each.startsWith('search_'));
    expect(places).toEqual(['content_bylines.name']);
    for (let edition = 1; edition <= 4; edition += 1) {
      const jws = String((await run('contents.getCredential', id, { edition }))['credential']);
      expect(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()).not.toContain('Lovelace');
    }
  });

  it('are told to readers and to verifiers', async () => {
    const id = await publish(['Ada', 'Bo', 'Ada']);
    expect((await run('contents.get', id, {}, reader()))['authors']).toEqual(['Ada', 'Bo', 'Ada']);
    expect((await run('contents.getPublishedTransparencyAction', id, {}, reader()))['authors']).toEqual(['Ada', 'Bo', 'Ada']);
    const verdict = await check(await account(id));
    expect([verdict.fault, verdict.authors]).toEqual([null, ['Ada', 'Bo', 'Ada']]);
    expect(verdict.proved).toContain('The authors are those that were signed: Ada, Bo, Ada.');
    expect((await check(await account(await publish([])))).proved.join(' ')).not.toContain('The authors');
  });

  it('have one digest in all editions of a piece, and another one in another piece', async () => {
    const [one, other] = [await publish(['Ada']), await publish(['Ada'])];
    await run('contents.update', one, { body: 'Again.' });
    const [first, second, third] = [await account(one, { edition: 1 }), await account(one), await account(other)];
    expect(second.shown?.authors).toEqual(first.shown?.authors);
    expect(third.shown?.authors).not.toEqual(first.shown?.authors);
  });

  it('are joined when versions are read, compared and restored', async () => {
    const id = await publish(['Ada', 'Bo']);
    await run('contents.update', id, { authors: ['Cy'], body: 'By somebody else.' });
    const { fields } = await run('contents.diffVersions', id, { from: 1, to: 2 });
    expect(fields).toContainEqual({ field: 'authors', before: ['Ada', 'Bo'], after: ['Cy'] });
    const [version] = (await run('contents.listVersions', id))['items'] as { id: string }[];
    const read = await run('content-versions.get', version?.id);
    expect(read['snapshot']).toMatchObject({ fields: { authors: ['Cy'] } });
    await erase(id, 'Ada');
    const [, earlier] = (await run('contents.listVersions', id))['items'] as { id: string }[];
    expect((await run('contents.restoreVersion', id, { versionId: earlier?.id }))['authors']).toEqual(['Bo']);
  });

  it('can be erased, and every signature stays valid', async (context) => {
    const id = await publish(['Ada', 'Bo']);
    await run('contents.issueCorrectionAction', id, { type: 'correction', summary: 'It rained little.' });
    await signPending(database);
    const before = await account(id);
    // As the erasure of a person does, which saves the piece without the name first.
    await run('contents.update', id, { authors: ['Bo'] });
    expect(await erase(id, 'Ada')).toBe(1);
    expect(await erase(id, 'Ada')).toBe(0);
    const after = await account(id, { edition: 1 });
    expect([after.credential, after.text, after.shown]).toEqual([before.credential, before.text, before.shown]);
    const verdict = await check(after);
    expect([verdict.fault, verdict.authors]).toEqual([null, ['Bo']]);
    expect(verdict.notProved).toContain('Who wrote it, in full: 1 of 2 authors is no longer disclosed.');
    expect((await check(await account(id))).notProved.join(' ')).not.toContain('disclosed');
    expect((await run('contents.get', id, {}, reader()))['authors']).toEqual(['Bo']);
    if (NO_FOREIGN_VERIFIER !== undefined) return context.skip(NO_FOREIGN_VERIFIER);
    for (const given of [before, after]) expect(verifyElsewhere(given, await publicKeySet(database))).toMatchObject({ ok: true });
    const forged = Buffer.from(JSON.stringify(['salt', 'author', 'Eve'])).toString('base64url');
    expect(verifyElsewhere({ ...after, disclosures: [forged] }, await publicKeySet(database)).said).toBe('refused: the name of an author');
  });

  it('can be erased from a piece that keeps its byline no longer than that: readers get what is left', async () => {
    const id = await publish(['Ada', 'Bo'], 'note');
    await erase(id, 'Ada');
    // The record still has the name, which no edition discloses.
    expect(await newsroom.run('contents.get', { key: id, as: reader() })).toMatchObject({ status: 503, code: 'not_as_published' });
    await run('contents.update', id, { authors: ['Bo'] });
    expect((await run('contents.get', id, {}, reader()))['authors']).toEqual(['Bo']);
  });

  it('cannot be changed in the database, neither in the record nor beside it', async () => {
    const { builder, encode } = { builder: database.dialect.builder, encode: (value: unknown) => database.dialect.encode('list', value) };
    const refused = async (id: string) =>
      expect(await newsroom.run('contents.get', { key: id, as: reader() })).toMatchObject({ status: 503, code: 'not_as_published' });
    const record = await publish(['Ada']);
    await database.run(
      builder
        .updateTable('contents')
        .set({ authors: encode(['Eve']) })
        .where('id', '=', record)
        .compile(),
    );
    await refused(record);
    const beside = await publish(['Ada']);
    await database.run(builder.updateTable('content_bylines').set({ name: 'Eve' }).where('contentId', '=', beside).compile());
    await refused(beside);
    expect(await check(await account(beside))).toMatchObject({ ok: true, authors: [] });
    // In both: the page would be shown, so the name is compared with its digest.
    await database.run(
      builder
        .updateTable('contents')
        .set({ authors: encode(['Eve']) })
        .where('id', '=', beside)
        .compile(),
    );
    await refused(beside);
  });

  it('are refused to a verifier if they are not those that were signed', async () => {
    const given = await account(await publish(['Ada', 'Bo']));
    const [ada = '', bo = ''] = given.disclosures;
    const [salt] = JSON.parse(Buffer.from(ada, 'base64url').toString()) as [string];
    const as = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const disclosures of [
      [as([salt, 'author', 'Eve']), bo],
      [as([salt, 'editor', 'Ada']), bo],
      [as([salt, 'author', 'Ada', 1]), bo],
      [ada, ada],
      [ada, bo, as(['x', 'author', 'Eve'])],
      [`${ada}=`, bo],
      [7],
      ['no json'],
    ])
      expect([disclosures, (await check({ ...given, disclosures })).fault?.code]).toEqual([disclosures, 'disclosure_wrong']);
    expect((await check({ ...given, disclosures: 'none' })).fault?.code).toBe('not_an_account');
    expect((await check({ ...given, shown: null })).fault?.code).toBe('disclosure_wrong');
    expect((await check({ ...given, disclosures: [bo] })).authors).toEqual(['Bo']);
  });
});
