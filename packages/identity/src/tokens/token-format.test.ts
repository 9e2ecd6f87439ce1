import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashToken, mintToken, tokenKind } from './token-format.ts';

describe('a bearer token', () => {
  it('has a prefix for secret scanners, 256 bits, and a checksum', () => {
    expect(mintToken('api').token).toMatch(/^colophon_[A-Za-z0-9_-]{43}_[0-9a-z]{7}$/);
    expect(mintToken('cli').token).toMatch(/^colophon_cli_[A-Za-z0-9_-]{43}_[0-9a-z]{7}$/);
  });

  it('comes with its hash and a recognizable beginning, which do not reveal it', () => {
    const { token, hash, prefix } = mintToken('api');
    expect(hash).toBe(hashToken(token));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(token.startsWith(prefix)).toBe(true);
    expect(prefix).toHaveLength('colophon_'.length + 4);
  });

  it('is always different', () => {
    const tokens = Array.from({ length: 1000 }, () => mintToken('api').token);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('shows its kind', () => {
    for (let round = 0; round < 200; round += 1) {
      expect(tokenKind(mintToken('api').token)).toBe('api');
      expect(tokenKind(mintToken('cli').token)).toBe('cli');
    }
  });

  it('is rejected after changing any character', () => {
    const { token } = mintToken('api');
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'abcXYZ019_-'.split('')), (at, character) => {
        fc.pre(token[at] !== character);
        expect(tokenKind(`${token.slice(0, at)}${character}${token.slice(at + 1)}`)).toBeUndefined();
      }),
    );
  });

  it('does not accept other text', () => {
    fc.assert(fc.property(fc.string(), (text) => tokenKind(text) === undefined));
    expect(tokenKind(`${mintToken('api').token}\n`)).toBeUndefined();
  });
});
