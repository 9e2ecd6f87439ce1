import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutboundError } from '../errors/errors.ts';
import { parseAllowedHosts } from './allowed-hosts.ts';
import { type AddressRules, judgeUrl } from './judge-url.ts';

const rules = (allowHosts: readonly string[] = []): AddressRules => ({
  allowed: parseAllowedHosts(allowHosts),
  ports: new Set([80, 443]),
  refusedNetworks: [],
});

function reasonOf(address: string, allowHosts?: readonly string[]): unknown {
  try {
    judgeUrl(address, rules(allowHosts));
    return 'taken';
  } catch (error) {
    if (!OutboundError.isInstance(error) || error.code !== 'address_refused' || error.status !== 422) throw error;
    return error.extensions['reason'];
  }
}

describe('checking a URL without resolving its host', () => {
  it.each([
    ['https://example.com/a?b=c#d', 'taken'],
    ['http://example.com.:80/', 'taken'],
    ['http://93.184.215.14/', 'taken'],
    ['http://[2606:4700:4700::1111]/', 'taken'],
    ['https://xn--bcher-kva.example/', 'taken'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://example.com/', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['http://user@example.com/', 'credentials'],
    ['http://:secret@example.com/', 'credentials'],
    ['http://example.com:25/', 'port'],
    ['http://example.com:8080/', 'port'],
    ['https://example.com:22/', 'port'],
    ['http://localhost/', 'host'],
    ['http://LOCALHOST./', 'host'],
    ['http://db.localhost/', 'host'],
    ['http://printer.local/', 'host'],
    ['http://metadata.google.internal/', 'host'],
    ['http://abcdef.onion/', 'host'],
    ['http://router.home.arpa/', 'host'],
    ['http://intranet/', 'host'],
    ['http://postgres/', 'host'],
    ['http://127.0.0.1/', 'network'],
    ['http://127.1/', 'network'],
    ['http://0x7f.1/', 'network'],
    ['http://0x7f000001/', 'network'],
    ['http://2130706433/', 'network'],
    ['http://017700000001/', 'network'],
    ['http://0177.0.0.1/', 'network'],
    ['http://①②⑦.⓪.⓪.①/', 'network'],
    ['http://127。0。0。1/', 'network'],
    ['http://127.0.0.1./', 'network'],
    ['http://%31%32%37.0.0.1/', 'network'],
    ['http://0/', 'network'],
    ['http://[::1]/', 'network'],
    ['http://[::ffff:127.0.0.1]/', 'network'],
    ['http://[0:0:0:0:0:ffff:7f00:1]/', 'network'],
    ['http://[64:ff9b::10.0.0.1]/', 'network'],
    ['http://169.254.169.254/latest/meta-data/', 'network'],
    ['', 'address'],
    ['example.com', 'address'],
    ['http://', 'address'],
    ['http://exa mple.com/', 'address'],
    ['http://[fe80::1%25eth0]/', 'address'],
    ['http://256.256.256.256/', 'address'],
    [`http://example.com/${'a'.repeat(2000)}`, 'address'],
  ])('%s: %s', (address, expected) => expect(reasonOf(address)).toBe(expected));

  it('normalizes the host, and removes a trailing dot and the fragment', () => {
    expect(judgeUrl('http://EXAMPLE.com.:80/a#b', rules()).url.href).toBe('http://example.com/a');
  });
});

describe('hosts allowed by the operator', () => {
  it('are allowed at their port, in every spelling, and at no other port', () => {
    const allowed = ['127.0.0.1:8080', 'localhost:9000', 'wiki.internal', '[::1]:8080'];
    expect(reasonOf('http://127.0.0.1:8080/', allowed)).toBe('taken');
    expect(reasonOf('http://0x7f.1:8080/', allowed)).toBe('taken');
    expect(reasonOf('http://127.0.0.1:8081/', allowed)).toBe('port');
    expect(reasonOf('http://127.0.0.1/', allowed)).toBe('network');
    expect(reasonOf('http://127.0.0.2:8080/', allowed)).toBe('port');
    expect(reasonOf('http://localhost:9000/', allowed)).toBe('taken');
    expect(reasonOf('http://localhost/', allowed)).toBe('host');
    expect(reasonOf('https://wiki.internal/', allowed)).toBe('taken');
    expect(reasonOf('https://wiki.internal:9000/', allowed)).toBe('port');
    expect(reasonOf('https://a.wiki.internal/', allowed)).toBe('host');
    expect(reasonOf('http://[0:0::1]:8080/', allowed)).toBe('taken');
  });

  it.each(['', 'http://localhost', 'localhost:0', 'localhost:99999', 'a/b', 'user@host', 'a b', '*.internal/', 'a?b', '::1'])(
    'are rejected as a setting if invalid: %j',
    (entry) => expect(() => parseAllowedHosts([entry])).toThrow(TypeError),
  );
});

describe('every spelling of a private IPv4 address', () => {
  const FULLWIDTH = '０１２３４５６７８９';
  const privates = fc
    .constantFrom([10, 8], [127, 8], [0xc0a8, 16], [0xa9fe, 16], [0xac1, 12], [0, 8], [0xe, 4])
    .chain(([prefix = 0, bits = 8]) =>
      fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((hostBits) => (prefix * 2 ** (32 - bits) + hostBits) >>> 0),
    );
  const inBase = fc.constantFrom(
    (part: number) => part.toString(),
    (part: number) => `0${part.toString(8)}`,
    (part: number) => `0x${part.toString(16)}`,
    (part: number) => `0X00${part.toString(16).toUpperCase()}`,
  );
  const disguises = fc.constantFrom(
    (host: string) => host,
    (host: string) => `${host}.`,
    (host: string) => host.replace(/\d/g, (digit) => FULLWIDTH[Number(digit)] ?? digit),
    (host: string) => host.replaceAll('.', '。'),
    (host: string) => host.replace(/[\dx]/gi, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
    (host: string) => host.replace(/\d/, (digit) => `\u00ad${digit}`),
  );
  const spelled = fc
    .tuple(privates, fc.integer({ min: 1, max: 4 }), fc.array(inBase, { minLength: 4, maxLength: 4 }), disguises)
    .map(([number, parts, bases, disguise]) => {
      // `a.b` is one byte and three; `a.b.c` two and two; one number is all four.
      const heads = Array.from({ length: parts - 1 }, (_, index) => (number >>> (24 - 8 * index)) & 255);
      const tail = number % 2 ** (8 * (5 - parts));
      return disguise([...heads, tail].map((part, index) => bases[index]?.(part) ?? '').join('.'));
    });

  it('is refused', () => {
    fc.assert(
      fc.property(spelled, (host) => {
        expect(['network', 'address']).toContain(reasonOf(`http://${host}/`));
      }),
      { numRuns: 20_000 },
    );
  });

  it('is parsed as an address, not rejected as unparsable', () => {
    const readable = fc.sample(spelled, 2000).filter((host) => reasonOf(`http://${host}/`) === 'network');
    expect(readable.length).toBeGreaterThan(1900);
  });
});
