import { describe, expect, it } from 'vitest';
import { problem } from '../testing/fake-http.ts';
import { openNewsroom } from '../testing/fixtures.ts';

describe('polling for a login', () => {
  it('waits for the interval of the server, including later increases', async () => {
    const { server, cli } = await openNewsroom();
    const waits: number[] = [];
    server.grant.interval = 3;
    server.grant.onPoll = ({ polls }) => {
      if (polls === 2) server.grant.interval = 8;
      if (polls === 4) server.grant.approve();
    };
    expect((await cli.run(['auth', 'login'], { onSleep: (milliseconds) => waits.push(milliseconds) })).code).toBe(0);
    expect(waits).toEqual([3000, 3000, 8000, 8000]);
  });

  it('waits two seconds by default, and always between one and sixty seconds', async () => {
    for (const [interval, expected] of [
      [undefined, 2000],
      [0, 1000],
      [-5, 1000],
      [3600, 60_000],
      ['soon', 2000],
    ] as const) {
      const { server, cli } = await openNewsroom();
      const waits: number[] = [];
      server.grant.onPoll = () => server.grant.approve();
      server.override = ({ path }) => {
        const answer = path === '/api/cli/auth/start' ? server.grant.handle(server.seen.at(-1)!) : undefined;
        return answer === undefined ? undefined : { ...answer, json: { ...(answer.json as object), interval } };
      };
      await cli.run(['auth', 'login'], { onSleep: (milliseconds) => waits.push(milliseconds) });
      expect(waits).toEqual([expected]);
    }
  });

  it.each([
    ['500', { status: 500, text: 'broken' }],
    ['503', problem(503, 'unavailable', 'later')],
    ['502 from a proxy', { status: 502, text: '<html>Bad Gateway</html>', headers: { 'content-type': 'text/html' } }],
    ['429', problem(429, 'too_many_requests', 'slow down')],
  ])('continues after %s, which is transient', async (_what, fault) => {
    const { server, cli } = await openNewsroom();
    server.grant.pollFaults.push(fault, fault, fault);
    server.grant.onPoll = ({ polls }) => polls === 4 && server.grant.approve();
    expect((await cli.run(['auth', 'login'])).code).toBe(0);
    expect(server.grant.polls).toBe(4);
  });

  it('continues after a broken connection', async () => {
    const { server, cli } = await openNewsroom();
    let cuts = 0;
    server.override = ({ path }, response) => {
      if (path === '/api/cli/auth/token' && (cuts += 1) <= 3) response.destroy();
      return undefined;
    };
    server.grant.onPoll = () => server.grant.approve();
    expect((await cli.run(['auth', 'login'])).code).toBe(0);
    expect(cuts).toBe(4);
  });

  it.each([
    ['410', problem(410, 'gone', 'gone'), 4, 'its code is no longer valid'],
    ['a denial', problem(403, 'access_denied', 'no'), 4, 'The login was denied in the browser'],
    ['400', problem(400, 'malformed', 'No device code'), 5, 'No device code (400 malformed)'],
    ['404', problem(404, 'not_found', 'No such path'), 5, 'No such path'],
    ['an unknown state', { status: 200, json: { status: 'maybe' } }, 1, 'an unknown state'],
    ['no object', { status: 200, json: [] }, 1, 'something that is not an object'],
    ['no JSON', { status: 200, text: 'ok' }, 1, 'is not JSON'],
  ] as const)('stops immediately for %s', async (_what, fault, exitCode, message) => {
    const { server, cli } = await openNewsroom();
    server.grant.pollFaults.push(fault);
    const { code, stderr } = await cli.run(['auth', 'login']);
    expect(server.grant.polls).toBe(1);
    expect(code).toBe(exitCode);
    expect(stderr).toContain(message);
    await expect(cli.config()).rejects.toThrow('ENOENT');
  });

  it('ends when the server reports the expiry', async () => {
    const { server, cli } = await openNewsroom();
    server.grant.onPoll = ({ polls }) => polls === 2 && server.grant.expire();
    expect(await cli.run(['auth', 'login'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('was not approved in time') as string,
    });
  });

  it('ends when the login expires, whatever errors the server returns', async () => {
    const { server, cli } = await openNewsroom();
    server.override = ({ path }) => (path === '/api/cli/auth/token' ? { status: 500, text: '' } : undefined);
    let waited = 0;
    const { code } = await cli.run(['auth', 'login'], { onSleep: (milliseconds) => (waited += milliseconds) });
    expect(code).toBe(4);
    expect(waited).toBe(600_000);
  });

  it('is stopped by Ctrl-C between two polls', async () => {
    const { server, cli } = await openNewsroom();
    const { code, stdout } = await cli.run(['auth', 'login'], {
      onSleep: (_milliseconds, interrupt) => server.grant.polls === 2 && interrupt(),
    });
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(server.grant.polls).toBeLessThanOrEqual(3);
  });
});
