import { describe, expect, it } from 'vitest';
import { clearSessionCookie, isHttps, sessionCookie, setSessionCookie } from './cookie.ts';

const SECRET = 'a'.repeat(43);
const OTHER = 'b'.repeat(43);

describe('the session cookie', () => {
  it('is read among other cookies', () => {
    expect(sessionCookie(`theme=dark; colophon_session=${SECRET}; x=1`, { secure: false })).toBe(SECRET);
    expect(sessionCookie(`__Host-colophon_session=${SECRET}`, { secure: true })).toBe(SECRET);
  });

  it('over HTTPS is accepted only with the `__Host-` prefix, which neighbouring hosts cannot set', () => {
    expect(sessionCookie(`colophon_session=${SECRET}`, { secure: true })).toBeUndefined();
    expect(sessionCookie(`colophon_session=${OTHER}; __Host-colophon_session=${SECRET}`, { secure: true })).toBe(SECRET);
  });

  it('sent twice counts as the first, which is the more specific one', () => {
    expect(sessionCookie(`colophon_session=${SECRET}; colophon_session=${OTHER}`, { secure: false })).toBe(SECRET);
  });

  it.each([
    undefined,
    '',
    'colophon_session',
    'colophon_session=',
    'colophon_session=short',
    `colophon_session="${SECRET}"`,
    `colophon_session=${SECRET}x`,
    `x${'y'.repeat(20_000)}; colophon_session=${SECRET}`,
  ])('is not in %j', (header) => {
    expect(sessionCookie(header, { secure: false })).toBeUndefined();
  });

  it('is HttpOnly and SameSite, and over HTTPS Secure', () => {
    expect(setSessionCookie(SECRET, { secure: false, seconds: 60 })).toBe(
      `colophon_session=${SECRET}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60`,
    );
    expect(setSessionCookie(SECRET, { secure: true, seconds: 60 })).toBe(
      `__Host-colophon_session=${SECRET}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure`,
    );
    expect(clearSessionCookie({ secure: true })).toContain('Max-Age=0');
  });
});

it('recognizes an HTTPS address in any spelling', () => {
  expect(['https://news.example', 'HTTPS://News.Example', 'http://news.example', 'x', undefined].map(isHttps)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
