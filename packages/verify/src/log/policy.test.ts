import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatVerifierKey, isQuorum, LogError, type LogPolicy, makeVerifierKey, parsePolicy, type SignatureType } from '../index.ts';
import { hashOf } from './log.support.ts';

const keys: string[] = [];
const vkey = async (name: string, type: SignatureType, seed: string): Promise<string> =>
  formatVerifierKey(await makeVerifierKey(name, type, hashOf(seed)));
let log = '';
beforeAll(async () => {
  log = await vkey('news.example/log', 1, 'log');
  for (let index = 0; index < 6; index += 1) keys.push(await vkey(`w${index}.example`, 4, `witness ${index}`));
});
const codeOf = async (file: string | Uint8Array): Promise<string> =>
  parsePolicy(file).then(
    () => 'read',
    (error: unknown) => (error instanceof LogError ? error.code : String(error)),
  );

/** The example of the standard: two of X, and one of Y. */
const example = (): string =>
  [
    `log ${log} https://news.example/log`,
    '',
    '# the witnesses',
    ...[0, 1, 2].map((index) => `witness X${index + 1} ${keys[index]}`),
    '\tgroup  X-witnesses\t2 X1 X2 X3 ',
    ...[3, 4, 5].map((index) => `witness Y${index - 2} ${keys[index]} https://y.example/${index}`),
    'group Y-witnesses any Y1 Y2 Y3',
    '  # both',
    'group X-and-Y all X-witnesses Y-witnesses',
    'quorum X-and-Y',
  ].join('\n');

describe('policies', () => {
  it('are read as the example of the standard says', async () => {
    const policy = await parsePolicy(new TextEncoder().encode(`${example()}\n`));
    expect(policy.logs).toMatchObject([{ key: { name: 'news.example/log' }, url: 'https://news.example/log' }]);
    expect(policy.witnesses.map(({ name, url }) => [name, url])).toEqual([
      ['X1', null],
      ['X2', null],
      ['X3', null],
      ['Y1', 'https://y.example/3'],
      ['Y2', 'https://y.example/4'],
      ['Y3', 'https://y.example/5'],
    ]);
    const isMet = (...names: string[]): boolean => isQuorum(policy, new Set(names));
    expect(isMet('X1', 'X3', 'Y2')).toBe(true);
    expect(isMet('X1', 'X2', 'X3')).toBe(false);
    expect(isMet('X1', 'Y1', 'Y2', 'Y3')).toBe(false);
    expect(isMet()).toBe(false);
    // A name of a group is not one that can cosign.
    expect(isMet('X-and-Y')).toBe(false);
  });

  it('may ask for nobody, and must say so', async () => {
    expect(isQuorum(await parsePolicy('quorum none'), new Set())).toBe(true);
    expect(await codeOf('')).toBe('policy_malformed');
    expect(await codeOf('# nothing')).toBe('policy_malformed');
  });

  it.each<[string, () => string]>([
    ['two quorum lines', () => 'quorum none\nquorum none'],
    ['a quorum that is defined later', () => `quorum X\nwitness X ${keys[0]}`],
    ['a quorum of nobody', () => 'quorum'],
    ['an unknown line', () => 'threshold 2\nquorum none'],
    ['a word after the address', () => `log ${log} a b\nquorum none`],
    ['a log twice', () => `log ${log}\nlog ${log}\nquorum none`],
    ['a witness key twice', () => `witness X ${keys[0]}\nwitness Y ${keys[0]}\nquorum none`],
    ['a witness name twice', () => `witness X ${keys[0]}\nwitness X ${keys[1]}\nquorum none`],
    ['a group with the name of a witness', () => `witness X ${keys[0]}\ngroup X any X\nquorum none`],
    ['a group called none', () => `witness X ${keys[0]}\ngroup none any X\nquorum none`],
    ['none as a member', () => 'group G any none\nquorum none'],
    ['a group that names itself', () => 'group G any G\nquorum G'],
    ['an empty group', () => 'group G any\nquorum none'],
    ['a member twice', () => `witness X ${keys[0]}\ngroup G 2 X X\nquorum G`],
    ['a member of two groups', () => `witness X ${keys[0]}\ngroup G any X\ngroup H any X\nquorum G`],
    ['more than all', () => `witness X ${keys[0]}\ngroup G 2 X\nquorum G`],
    ['none of all', () => `witness X ${keys[0]}\ngroup G 0 X\nquorum G`],
    ['a number with a leading zero', () => `witness X ${keys[0]}\ngroup G 01 X\nquorum G`],
    ['a negative number', () => `witness X ${keys[0]}\ngroup G -1 X\nquorum G`],
    ['CRLF', () => 'quorum none\r\n'],
    ['a zero octet', () => 'quorum none\n\0'],
    ['a no-break space for a space', () => 'quorum\u00a0none'],
    ['a witness that signs like a log', () => `witness X ${log}\nquorum none`],
    ['more than 1,000 lines', () => `${'\n'.repeat(1001)}quorum none`],
    ['10 MB', () => `${'#'.repeat(10_000_000)}\nquorum none`],
  ])('with %s are refused', async (_, file) => {
    expect(await codeOf(file())).toBe('policy_malformed');
  });

  it('refuse a log that is its own witness, under whatever name', async () => {
    const same = await vkey('elsewhere.example', 4, 'log');
    expect(await codeOf(`log ${log}\nwitness X ${same}\nquorum X`)).toBe('policy_malformed');
    expect(await codeOf(`log ${log}\nlog ${await vkey('other', 4, 'log')}\nquorum none`)).toBe('policy_malformed');
  });

  it('refuse keys that do not fit', async () => {
    expect(await codeOf('log nonsense\nquorum none')).toBe('key_malformed');
    expect(await codeOf(`witness X ${keys[0]!.replace('w0', 'w1')}\nquorum none`)).toBe('key_malformed');
  });

  it('take every other character for part of a name, and any octets for a comment', async () => {
    const policy = await parsePolicy(`witness K ${keys[0]}\nwitness \u212a ${keys[1]}\nwitness a\u3000b ${keys[2]}\nquorum a\u3000b`);
    expect(policy.witnesses.map(({ name }) => name)).toEqual(['K', '\u212a', 'a\u3000b']);
    expect(await codeOf(Buffer.concat([Buffer.from('# '), Buffer.of(0xff, 0xfe), Buffer.from('\nquorum none')]))).toBe('read');
    expect(await codeOf(Buffer.concat([Buffer.from('quorum '), Buffer.of(0xff)]))).toBe('policy_malformed');
  });

  it('are met exactly if a recursive reading says so', () => {
    const model = fc.array(fc.record({ size: fc.integer({ min: 1, max: 4 }), threshold: fc.nat(3) }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(model, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (shapes, signed) => {
        const free = Array.from({ length: 12 }, (_, index) => `w${index}`);
        const groups: { name: string; threshold: number; members: string[] }[] = [];
        for (const [index, { size, threshold }] of shapes.entries()) {
          const members = free.splice(0, size);
          groups.push({ name: `g${index}`, threshold: 1 + (threshold % members.length), members });
          free.push(`g${index}`);
        }
        const cosigned = new Set(signed.flatMap((each, index) => (each ? [`w${index}`] : [])));
        const met = (name: string): boolean => {
          const group = groups.find((each) => each.name === name);
          return group ? group.members.filter(met).length >= group.threshold : cosigned.has(name);
        };
        const quorum = groups.at(-1)!.name;
        const policy: LogPolicy = { logs: [], witnesses: [], groups, quorum };
        expect(isQuorum(policy, cosigned)).toBe(met(quorum));
      }),
    );
  });
});
