import { threadCpuUsage } from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutbound } from '../outbound.ts';
import { type Loopback, startSite } from '../testing/loopback.ts';
import { namesOf, outboundTo, USER_AGENT } from '../testing/outbounds.ts';
import { boundRules } from './bound-rules.ts';

const sites: Loopback[] = [];
const siteWith = async (status: number, robots: string | Buffer): Promise<Loopback> => {
  const site = await startSite((_, response) => response.writeHead(status).end(robots));
  sites.push(site);
  return site;
};
afterEach(() => Promise.all(sites.splice(0).map((site) => site.stop())));

describe('robots.txt', () => {
  it('is requested once, and its rules for our user agent are followed', async () => {
    const site = await siteWith(200, 'User-agent: *\nDisallow: /\n\nUser-agent: colophon\nDisallow: /private\nAllow: /private/open$\n');
    const outbound = outboundTo([site]);
    const verdicts = await Promise.all(
      ['/', '/private', '/private/a', '/private/open', '/private/open/a'].map((path) => outbound.robotsAllows(site.origin + path)),
    );
    expect(verdicts).toEqual([true, false, false, true, false]);
    expect(site.requests).toEqual(['GET /robots.txt']);
  });

  it.each([
    [200, '', true],
    [200, '<!doctype html><p>No such page', true],
    [200, Buffer.from([0, 1, 2, 255]), true],
    [401, 'User-agent: *\nDisallow: /', true],
    [404, 'User-agent: *\nDisallow: /', true],
    [429, '', false],
    [500, 'User-agent: *\nAllow: /', false],
    [503, '', false],
  ])('with status %i and the body %j: %s', async (status, robots, allowed) => {
    const site = await siteWith(status, robots);
    expect(await outboundTo([site]).robotsAllows(site.origin)).toBe(allowed);
  });

  it('that cannot be fetched forbids everything, and internal addresses are refused', async () => {
    const site = await siteWith(200, '');
    await site.stop();
    expect(await outboundTo([site]).robotsAllows(site.origin)).toBe(false);
    const outbound = createOutbound({ userAgent: USER_AGENT, resolver: namesOf({ 'pages.example': ['10.0.0.1'] }) });
    await expect(outbound.robotsAllows('http://127.0.0.1/')).rejects.toMatchObject({ code: 'address_refused' });
    await expect(outbound.robotsAllows('http://pages.example/')).rejects.toMatchObject({ code: 'address_refused' });
  });

  it('is read up to 512,000 bytes', async () => {
    const site = await siteWith(200, `User-agent: *\nDisallow: /a\n${'# comment\n'.repeat(60_000)}Disallow: /b\n`);
    const outbound = outboundTo([site]);
    expect(await outbound.robotsAllows(`${site.origin}/a`)).toBe(false);
    expect(await outbound.robotsAllows(`${site.origin}/b`)).toBe(true);
  });

  it.each([
    ['few rules of many wildcards', `Disallow: ${'*a'.repeat(250_000)}b`],
    ['many rules of wildcards', `Disallow: ${'*a'.repeat(9)}b\n`.repeat(17_000)],
    ['many rules of many wildcards', `Disallow: ${'*a'.repeat(500)}b\n`.repeat(500)],
    ['wildcards alone', `Disallow: ${'*'.repeat(500_000)}`],
    ['groups alone', 'User-agent: a\n'.repeat(36_000)],
  ])('of %s is matched quickly', async (_, rules) => {
    const site = await siteWith(200, `User-agent: *\n${rules}`);
    const outbound = outboundTo([site]);
    // CPU time, because other processes may use the machine.
    const before = threadCpuUsage();
    await outbound.robotsAllows(`${site.origin}/${'a'.repeat(1900)}`);
    const { user, system } = threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(900);
  });
});

describe('a rule that is too long', () => {
  it('forbids everything that its beginning forbids, and allows nothing', () => {
    const long = `/${'a'.repeat(1000)}`;
    expect(boundRules(`User-agent: *\r\nDisallow: ${long}\r\nAllow: ${long}\nDisallow: /b # why\n`).split('\n')).toEqual([
      'User-agent: *',
      `Disallow: ${long.slice(0, 1000)}`,
      'Disallow: /b',
      '',
    ]);
  });

  it('is also one with too many wildcards', () => {
    const used = 'Disallow: /a*b*c*d*e\n'.repeat(1000);
    expect(boundRules(`${used}Disallow: /f*g\nDisallow: *h\nAllow: /i*j\nAllow: /k`).split('\n').slice(1000)).toEqual([
      'Disallow: /f',
      'Disallow: /',
      'Allow: /k',
    ]);
  });
});
