import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors/errors.ts';
import { extractGlobalFlags, GLOBAL_FLAGS } from './global-flags.ts';

describe('global flags', () => {
  it('are extracted at any position, and the other arguments keep their order', () => {
    const { flags, rest } = extractGlobalFlags([
      '--json',
      'articles',
      '--title',
      'x',
      '-y',
      'create',
      '--server=http://a',
      '--timeout',
      '5',
    ]);
    expect(rest).toEqual(['articles', '--title', 'x', 'create']);
    expect(flags).toMatchObject({ json: true, yes: true, server: 'http://a', timeoutSeconds: 5, dryRun: false, input: true });
  });

  it('are ignored after --, and after the name of an extra command', () => {
    expect(extractGlobalFlags(['a', '--', '--json']).rest).toEqual(['a', '--', '--json']);
    expect(extractGlobalFlags(['--debug', 'health', '--json'], true)).toMatchObject({
      rest: ['health', '--json'],
      flags: { debug: true, json: false },
    });
  });

  it.each([
    [['--server'], '--server needs a value: --server <url>'],
    [['--json=yes'], '--json takes no value'],
    [['--timeout', '0'], '--timeout must be a whole number above 0'],
    [['--timeout', '1s'], '--timeout must be a whole number above 0'],
    [['--pin', 'sha256:ABC'], '--pin must be sha256: and 64 hexadecimal digits'],
  ])('%j is rejected', (argv, message) => {
    expect(() => extractGlobalFlags(argv)).toThrow(message);
  });

  it('never consume other arguments', () => {
    const foreign = fc
      .string({ unit: 'grapheme' })
      .filter((word) => !GLOBAL_FLAGS.some(({ name, short }) => word.startsWith(`--${name}`) || word === `-${short}`));
    fc.assert(
      fc.property(fc.array(foreign), (words) => {
        expect(extractGlobalFlags(words).rest).toEqual(words);
      }),
    );
  });

  it('parse or reject any command line', () => {
    const word = fc.oneof(fc.constantFrom(...GLOBAL_FLAGS.map(({ name }) => `--${name}`)), fc.string());
    fc.assert(
      fc.property(fc.array(word), (words) => {
        try {
          extractGlobalFlags(words);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
    );
  });
});
