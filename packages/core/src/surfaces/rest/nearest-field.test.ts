import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Library, startLibrary } from '../testing/library.ts';

describe('a wrong name of a field', () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary();
  });
  afterAll(() => library.stop());

  it.each([
    ['where', `/api/v1/books?where=${encodeURIComponent('{"titel":"x"}')}`],
    ['a parameter', '/api/v1/books?titel=x'],
    ['orderBy', '/api/v1/books?orderBy=-titel'],
    ['fields', '/api/v1/books?fields=titel'],
  ])('is answered with the nearest one: %s', async (_what, path) => {
    const { status, body } = await library.request('GET', path, { as: 'editor' });
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ code: 'unknown_field', detail: expect.stringMatching(/; the nearest one is title$/) });
  });

  it('is answered with the nearest one in a body', async () => {
    const { status, body } = await library.request('POST', '/api/v1/books', { as: 'editor', body: { titel: 'Oak', title: 'Oak', xyz: 1 } });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { pointer: '/titel', code: 'unknown_field', detail: 'the field titel does not exist; the nearest one is title' },
      { pointer: '/xyz', code: 'unknown_field', detail: 'the field xyz does not exist' },
    ]);
  });

  it('tells nothing of a private field, whether it is named exactly or nearly', async () => {
    for (const name of ['secret', 'secrets', 'secreet']) {
      const detail = async (path: string): Promise<string> =>
        (await library.request('GET', path, { as: 'admin' })).body.errors[0].detail.replaceAll(name, '…');
      expect(await detail(`/api/v1/books?${name}=x`)).toBe('… is not a field that can be filtered or ordered by');
      expect(await detail(`/api/v1/books?fields=${name}`)).toBe('the field … does not exist');
    }
  });

  it('is looked for among few of many wrong names, and not for long ones', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`titel${index}`, 1]));
    const { body } = await library.request('POST', '/api/v1/books', { as: 'editor', body: { title: 'Oak', titel: 1, ...wrong } });
    // An answer names a hundred at most.
    expect(body.errors).toHaveLength(100);
    expect(body.errors.filter(({ detail }: { detail: string }) => detail.includes('the nearest one')).length).toBeLessThanOrEqual(5);
    const long = await library.request('GET', `/api/v1/books?fields=${'t'.repeat(2000)}`, { as: 'editor' });
    expect(long.body.errors[0].detail).not.toContain('the nearest one');
  });
});
