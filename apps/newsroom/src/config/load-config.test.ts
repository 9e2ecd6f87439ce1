import { expect, it } from 'vitest';
import { SIGNING_KEY } from '../testing/signing-key.ts';
import { databaseOptions } from '../../../../packages/app/src/settings/database-options.ts';
import { loadConfig } from './load-config.ts';

const DIRECT = 'postgres://colophon:hunter2@db.example/news';
const POSTGRES = {
  DATABASE_URL: 'postgres://colophon:hunter2@pooler.example:6432/news',
  NEWSROOM_SECRET: 'x'.repeat(32),
  NEWSROOM_SIGNING_KEY: SIGNING_KEY,
};

it('reads what types count for in searches', () => {
  const load = (NEWSROOM_SEARCH_TYPES: string) => loadConfig({ ...POSTGRES, NEWSROOM_SEARCH_TYPES }).searchTypes;
  expect(load('article:1, page:0.8,')).toEqual({ article: 1, page: 0.8 });
  expect(load('')).toEqual({});
  for (const wrong of ['article', 'article:0', 'article:11', 'article:-1', 'article:x', ':1', 'article=1', 'a b:1'])
    expect(() => load(wrong)).toThrow(
      'NEWSROOM_SEARCH_TYPES must be types with a factor above 0 and at most 10, such as article:1,page:0.8',
    );
});

it('accepts a pooler with the address of the server itself', () => {
  const pooled = { ...POSTGRES, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: DIRECT };
  expect(databaseOptions(loadConfig(pooled))).toEqual({ pooler: 'transaction', directUrl: DIRECT });
  expect(databaseOptions(loadConfig({ ...POSTGRES, DATABASE_POOLER: '', DATABASE_DIRECT_URL: '' }))).toEqual({});
});

it.each([
  [{ DATABASE_POOLER: 'transaction' }, 'DATABASE_DIRECT_URL is required with DATABASE_POOLER'],
  [{ DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: 'sqlite:hunter2' }, 'DATABASE_DIRECT_URL must start with postgres://'],
  [{ DATABASE_POOLER: 'session', DATABASE_DIRECT_URL: DIRECT }, 'DATABASE_POOLER must be transaction'],
  [{ DATABASE_DIRECT_URL: DIRECT }, 'DATABASE_DIRECT_URL requires DATABASE_POOLER=transaction'],
  [{ DATABASE_URL: 'sqlite::memory:', DATABASE_POOLER: 'transaction' }, 'DATABASE_POOLER requires a DATABASE_URL of PostgreSQL'],
])('refuses %j and says why, without the password', (settings, fault) => {
  const load = () => loadConfig({ ...POSTGRES, ...settings });
  expect(load).toThrow(fault);
  expect(load).not.toThrow('hunter2');
});
