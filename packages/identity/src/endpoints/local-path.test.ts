import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localPath } from './local-path.ts';

describe('localPath', () => {
  it('keeps paths of this application with their query', () => {
    expect(localPath('/terminal-login?code=BCDF-GHJK')).toBe('/terminal-login?code=BCDF-GHJK');
    expect(localPath('/account')).toBe('/account');
  });

  it.each([
    null,
    undefined,
    '',
    'account',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
  ])('returns the fallback or a local path for %j', (path) => {
    expect(new URL(localPath(path), 'https://news.example').origin).toBe('https://news.example');
    expect(localPath(path)).not.toMatch(/^\/[/\\]/);
  });

  it('returns only local paths for arbitrary input', () => {
    const odd = fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '\t', '\n', ' ', 'a', '%2f', '%5c') });
    fc.assert(
      fc.property(odd, (path) => {
        expect(new URL(localPath(path), 'https://news.example').origin).toBe('https://news.example');
      }),
    );
  });
});
