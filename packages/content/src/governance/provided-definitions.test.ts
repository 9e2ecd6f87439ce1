import { type Database, openDatabase } from '@colophon/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newsroomIn } from '../../test/support.ts';
import {
  configureContentContributions,
  configureContentGovernance,
  contentGovernance,
  contributionTypes,
  contributionTypesOf,
  governanceDefinitions,
  resetContentContributions,
  resetContentGovernance,
} from '../index.ts';
import { effectiveTypes } from '../contributions/types/load-types.ts';
import { effectiveDefinitions } from './load-definitions.ts';

describe('what an application says of governance and contributions', () => {
  let own: Database;
  let plain: Database;
  beforeAll(async () => {
    [own, plain] = [await openDatabase(':memory:'), await openDatabase(':memory:')];
    own.ports
      .provide(contentGovernance, governanceDefinitions({ assignments: [{ contentType: 'article', transparencyEnabled: true }] }))
      .provide(contributionTypes, contributionTypesOf({ types: [{ key: 'letter', promotion: { targetContentType: 'article' } }] }));
    for (const each of [own, plain]) await newsroomIn(each);
  });
  afterEach(() => {
    resetContentGovernance();
    resetContentContributions();
  });
  afterAll(() => Promise.all([own.close(), plain.close()]));

  const governed = async (database: Database): Promise<string[]> =>
    (await effectiveDefinitions(database, null)).assignments.map(({ contentType }) => contentType);
  const types = async (database: Database): Promise<string[]> => (await effectiveTypes(database, null)).map(({ key }) => key);

  it('is of its database alone, above the built-in policies', async () => {
    expect([await governed(own), await governed(plain)]).toEqual([['article'], []]);
    expect([await types(own), await types(plain)]).toEqual([['letter'], []]);
    const policies = async (database: Database) => (await effectiveDefinitions(database, null)).policies.map(({ key }) => key);
    expect(await policies(own)).toEqual(await policies(plain));
  });

  it('wins over what is configured for the process, which other databases use', async () => {
    configureContentGovernance({ assignments: [{ contentType: 'note', transparencyEnabled: true }] });
    configureContentContributions({ types: [{ key: 'photo', promotion: { targetContentType: 'article' } }] });
    expect([await governed(own), await governed(plain)]).toEqual([['article'], ['note']]);
    expect([await types(own), await types(plain)]).toEqual([['letter'], ['photo']]);
  });

  it('is checked when it is made', () => {
    expect(() => governanceDefinitions({ assignments: [{ contentType: 'article', publicationProfileKey: 'nowhere' }] })).toThrow(/nowhere/);
    const type = { key: 'letter', promotion: { targetContentType: 'article' } };
    expect(() => contributionTypesOf({ types: [type, type] })).toThrow(/key of another type/);
  });
});
