import { describe, expect, it } from 'vitest';
import { readClaims } from './claims.ts';

describe('the claims of a provider about a user', () => {
  const read = (idToken: Record<string, unknown>, userinfo: Record<string, unknown> = {}) =>
    readClaims({ iss: 'https://login.example', sub: 'ada', ...idToken }, userinfo, {});
  const [ada, boss] = ['ada@sso.example', 'boss@sso.example'];

  it.each<[string, Record<string, unknown>, Record<string, unknown>, string | null]>([
    ['the ID token alone', { email: ' ADA@sso.example', email_verified: true }, {}, ada],
    ['userinfo alone', {}, { email: ada, email_verified: true }, ada],
    ['both', { email: ada, email_verified: true }, { email: ada, email_verified: true }, ada],
    ['the same address, verified by one', { email: ada }, { email: ada, email_verified: true }, ada],
    ['an address of one, verified by the other', { email: boss }, { email_verified: true }, null],
    ['the same the other way round', { email_verified: true }, { email: boss }, null],
    ['two addresses', { email: boss }, { email: ada, email_verified: true }, null],
    ['two addresses, both verified', { email: boss, email_verified: true }, { email: ada, email_verified: true }, null],
    ['one that is denied by the other', { email: ada, email_verified: true }, { email: ada, email_verified: false }, null],
    ['a word for yes', { email: ada, email_verified: 'true' }, {}, null],
    ['no text', { email: [ada], email_verified: true }, {}, null],
    ['no text beside one', { email: { a: 1 } }, { email: ada, email_verified: true }, null],
    ['nothing', {}, {}, null],
  ])('contain a verified address with %s', (_what, idToken, userinfo, expected) => {
    expect(read(idToken, userinfo).verifiedEmail).toBe(expected);
  });

  it('are each taken from one source', () => {
    const both = read({ groups: ['a'], name: 'Ada' }, { groups: ['b'], name: 'Eve', sub: 'eve', sid: 'theirs', auth_time: 1 });
    expect(both).toMatchObject({ subject: 'ada', groups: ['a'], name: 'Ada', providerSession: null, authenticatedAt: null });
    expect(read({}, { groups: ['b', 5], name: 'Eve' })).toMatchObject({ groups: ['b'], name: 'Eve' });
    expect(read({ groups: 'desk' }, { groups: ['desk'] }).groups).toEqual([]);
  });

  it('contain a sanitized name', () => {
    expect(read({ name: `${'a'.repeat(199)}\u{1f600}` }).name).toBe('a'.repeat(199));
    expect(read({ name: '\u202eeve\0\n' }).name).toBe('eve');
    for (const name of ['', ' \u200b', 5, null]) expect(read({ name }).name).toBeNull();
  });

  it.each(['', 'x'.repeat(256), 5, { a: 1 }, undefined, null])('have no valid subject in %j', (sub) => {
    expect(() => read({ sub })).toThrow(expect.objectContaining({ code: 'oidc_refused' }));
  });

  it('contain the authentication time, if it is valid', () => {
    expect(read({ auth_time: 1_700_000_000 }).authenticatedAt?.toISOString()).toBe('2023-11-14T22:13:20.000Z');
    for (const time of ['1700000000', Number.NaN, 1e300, null]) expect(read({ auth_time: time }).authenticatedAt).toBeNull();
  });
});
