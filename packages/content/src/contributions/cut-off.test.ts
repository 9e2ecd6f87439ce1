import { Readable } from 'node:stream';
import { type Database, makeCall, SYSTEM } from '@colophon/core';
import { receiveFile } from '@colophon/core/files';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { configureLetters, storeBytes } from '../../test/contributing.ts';
import { filesOfSuite } from '../../test/files.ts';
import { JPEG } from '../../test/hostile-files.ts';
import { newsroomIn, watching } from '../../test/support.ts';
import { assetFilesOf, receiveOptions } from '../assets/asset-files.ts';
import { sweepAssetFiles } from '../assets/sweep-files.ts';
import {
  Assets,
  ContentContributionAttachments,
  ContentContributions,
  ContentContributors,
  Contents,
  resetContentContributions,
  submitWebContribution,
} from '../index.ts';
import { submitContribution } from './submission/submit.ts';

const call = makeCall({ caller: SYSTEM });

describeOnEveryDatabase('work on contributions that is cut off', (open) => {
  const files = filesOfSuite(() => database);
  let database: Database;
  let count = 0;
  beforeAll(async () => {
    database = await open();
    await newsroomIn(database);
  });
  beforeEach(() => {
    configureLetters(database);
    count += 1;
  });
  afterAll(() => resetContentContributions());

  const letter = () => ({ typeKey: 'letter', contributorEmail: `p${count}@example.org`, title: 'The oak', body: 'It stands.' });
  const counts = async () => [
    await new ContentContributions(database).count(),
    await new ContentContributionAttachments(database).count(),
    await new Contents(database).count(),
    await new Assets(database).count(),
  ];

  /** Runs the work with the database failing at its first statement, then at its second, and so on until it gets through. */
  async function atEveryStatement(work: (failing: Database) => Promise<unknown>, check: () => Promise<void>): Promise<number> {
    for (let fatal = 1; ; fatal += 1) {
      let asked = 0;
      const failing = watching(database, () => {
        asked += 1;
        if (asked === fatal) throw new Error('cut off');
      });
      try {
        await work(failing);
        return fatal - 1;
      } catch (error) {
        expect((error as Error).message).toBe('cut off');
        await check();
      }
    }
  }

  it('promotes all or nothing', async () => {
    const bytes = Buffer.concat([JPEG, Buffer.from(`promoted ${count}`)]);
    const fileKey = await storeBytes(database, bytes);
    const { contribution } = await submitWebContribution({ ...letter(), attachments: [{ filename: 'oak.jpg', fileKey }] }, { database });
    const before = await counts();
    const statements = await atEveryStatement(
      async (failing) =>
        (await new ContentContributions(failing, call).require(contribution.id)).approveAction({ editorNote: 'Fine.' }, call),
      async () => {
        expect(await counts()).toEqual(before);
        const { status, promotedContentId, editorNotes } = await new ContentContributions(database).require(contribution.id);
        expect([status, promotedContentId, editorNotes]).toEqual(['submitted', null, null]);
      },
    );
    expect(statements).toBeGreaterThan(20);
    expect((await counts())[2]).toBe((before[2] ?? 0) + 1);
    await sweepAssetFiles(database, { grace: -1 });
    expect(files.keys()).toContain(fileKey);
  }, 60_000);

  it('takes in all or nothing, and a sweep finds what lies in the store', async () => {
    const before = await counts();
    const keys = files.keys();
    await atEveryStatement(
      async (failing) => {
        const file = await receiveFile(
          Readable.from([Buffer.concat([JPEG, Buffer.from(`taken ${count}`)])]),
          receiveOptions(assetFilesOf(database)),
        );
        try {
          const received = [{ file, filename: 'oak.jpg', declaredMimeType: 'image/jpeg' }];
          await submitContribution(new ContentContributions(failing, call), letter(), { received });
        } finally {
          await file.discard();
        }
      },
      async () => {
        expect(await counts()).toEqual(before);
        await sweepAssetFiles(database, { grace: -1 });
        expect(files.keys()).toEqual(keys);
      },
    );
    await sweepAssetFiles(database, { grace: -1 });
    expect(files.keys()).toHaveLength(keys.length + 1);
    expect(files.halves()).toEqual([]);
  }, 60_000);

  it('erases all or nothing', async () => {
    const fileKey = await storeBytes(database, Buffer.concat([JPEG, Buffer.from(`erased ${count}`)]));
    const { contribution } = await submitWebContribution({ ...letter(), attachments: [{ filename: 'oak.jpg', fileKey }] }, { database });
    await atEveryStatement(
      async (failing) => (await new ContentContributors(failing, call).require(contribution.contributorId)).eraseAction({}, call),
      async () => {
        expect(await new ContentContributions(database).require(contribution.id)).toMatchObject({ title: 'The oak', status: 'submitted' });
        expect(await new ContentContributors(database).require(contribution.contributorId)).toMatchObject({
          email: `p${count}@example.org`,
        });
        expect(files.keys()).toContain(fileKey);
      },
    );
    await expect.poll(() => files.keys()).not.toContain(fileKey);
  }, 60_000);

  it('asks the database as often, whatever intake decides', async () => {
    const statements = async (input: object): Promise<number> => {
      count += 1;
      let asked = 0;
      const counting = watching(database, () => (asked += 1));
      await submitContribution(new ContentContributions(counting, call), { ...letter(), ...input });
      return asked;
    };
    const asked = [
      await statements({}),
      await statements({ body: 'Casino' }),
      await statements({ body: 'Spam' }),
      await statements({ website: 'x' }),
    ];
    expect(new Set(asked).size).toBe(1);
  });
});
