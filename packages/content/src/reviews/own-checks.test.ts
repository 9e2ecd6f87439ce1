import { describe, expect, it } from 'vitest';
import { Content } from '../content/content.ts';
import { type OwnCheck, runOwnCheck } from './own-checks.ts';
import { runRules } from './rule-checks.ts';

const subject = { fields: { title: 'Soup', tags: ['winter'] }, facts: [], references: [], assets: [] };
const run = (check: OwnCheck, limitMs?: number) => runOwnCheck('kitchen/salted', check, subject, limitMs);

describe('a check of an application', () => {
  it('passes without a fault, and reports each that it finds', async () => {
    expect(await run(() => [])).toEqual([]);
    expect(await run(async ({ title }) => [{ title: 'No salt', detail: `${title as string} has none.` }])).toEqual([
      { severity: 'error', title: 'No salt', detail: 'Soup has none.' },
    ]);
  });

  it.each<[string, OwnCheck]>([
    [
      'throws',
      () => {
        throw new Error('secret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret'))],
    ['returns nothing', () => undefined as never],
    ['returns true', () => true as never],
    ['returns faults that are none', () => [{ title: 1 }] as never],
    [
      'changes the piece',
      (piece) => {
        (piece as Record<string, unknown>)['title'] = 'Other';
        return [];
      },
    ],
    [
      'changes a list of the piece',
      (piece) => {
        (piece['tags'] as string[]).push('x');
        return [];
      },
    ],
  ])('is not passed if it %s', async (_, check) => {
    const [finding, ...more] = await run(check);
    expect(finding?.title).toBe('The check kitchen/salted failed');
    expect(finding?.detail).not.toContain('secret');
    expect(more).toEqual([]);
  });

  it('is not passed if it does not answer', async () => {
    expect(await run(() => new Promise(() => undefined), 1)).toMatchObject([{ title: 'The check kitchen/salted failed' }]);
  });

  it('gets the public fields of a record, and none that are private', async () => {
    const content = new Content({ title: 'Soup' });
    const seen: string[] = [];
    await runOwnCheck('kitchen/salted', (piece) => (seen.push(...Object.keys(piece)), []), { ...subject, fields: content as never });
    expect(seen).toContain('title');
    expect(seen).not.toContain('ownerId');
  });

  it('is not passed if a policy names one that is not there, or one of an object', async () => {
    for (const check of ['kitchen/salted', 'a/constructor'])
      expect(await runRules([{ check }], subject, {})).toMatchObject([{ title: `Unknown check ${check}` }]);
  });
});
