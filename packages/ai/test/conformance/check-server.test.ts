import { describe, expect, it } from 'vitest';
import { checkServer, formatReport, type ConformanceReport, type ConformanceWire } from '../../src/conformance.ts';
import { createSampleServer, KEY, MODEL, type Fault } from './sample-server.ts';

const check = (wire: ConformanceWire, fault?: Fault): Promise<ConformanceReport> =>
  checkServer({
    wire,
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKey: KEY,
    model: MODEL,
    fetch: createSampleServer(wire, fault),
    timeout: fault === 'stuck-after-leaving' ? 200 : 10_000,
  });
const failed = ({ results }: ConformanceReport): string[] =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id.slice(id.indexOf('/') + 1));
const streams = ['answer/stream', 'counts/stream', 'ceiling/stream', 'tools/stream', 'at-once'];

/** What each fault fails, and nothing else. */
const expected: Readonly<Record<Fault, readonly string[]>> = {
  'no-end-mark': streams,
  'no-counts': ['counts/plain', 'counts/stream'],
  'ignores-ceiling': ['ceiling/plain', 'ceiling/stream'],
  'forgets-tools': ['tools/plain', 'tools/stream'],
  'broken-arguments': ['tools/plain', 'tools/stream'],
  'one-id': ['at-once'],
  'refuses-in-stream': ['errors/key-of-a-stream'],
  'repeats-key': ['errors/key'],
  'takes-any-model': ['errors/model'],
  'fails-on-bad-json': ['errors/json'],
  'pages-for-errors': ['errors/key', 'errors/key-of-a-stream', 'errors/model', 'errors/json', 'errors/ceiling', 'errors/messages'],
  'takes-any-ceiling': ['errors/ceiling'],
  'stuck-after-leaving': ['leave/stream', 'at-once', 'models'],
  'plain-for-streams': streams,
  'refuses-history': ['tools/result'],
};

describe.each(['chat-completions', 'messages'] as const)('the suite for servers of %s', (wire) => {
  it('passes a server that does everything right', async () => {
    const report = await check(wire);
    expect(report.results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(report.passed).toBeGreaterThan(17);
  });

  it.each(Object.entries(expected))('fails a server with the fault %s where it shows', async (fault, ids) => {
    // The Messages wire reports its counts in every answer, so that their absence shows in all of them.
    const report = await check(wire, fault as Fault);
    const found = failed(report);
    if (fault === 'no-counts' && wire === 'messages') expect(found).toEqual(expect.arrayContaining([...ids]));
    else expect(found).toEqual(ids);
  });
});

it('writes a report that test runners read, without the key', async () => {
  const report = await check('chat-completions', 'repeats-key');
  const text = formatReport(report);
  expect(text.split('\n').slice(0, 3)).toEqual([
    'TAP version 14',
    `1..${report.results.length}`,
    'ok 1 - chat-completions/answer/plain: answers at once',
  ]);
  expect(text).toContain(
    '\nnot ok 12 - chat-completions/errors/key: refuses a wrong key, and does not repeat it\n# the refusal repeats the key\n',
  );
  expect(text).not.toContain(KEY);
});

it('skips what cannot be checked, and reports a server that is not there', async () => {
  const fetch = createSampleServer('chat-completions');
  const withoutKey = await checkServer({
    wire: 'chat-completions',
    baseUrl: 'http://127.0.0.1:9/v1',
    model: MODEL,
    headers: { authorization: `Bearer ${KEY}` },
    fetch,
  });
  expect(withoutKey).toMatchObject({ failed: 0, skipped: 2 });
  const absent = await checkServer({
    wire: 'messages',
    baseUrl: 'http://127.0.0.1:9',
    model: MODEL,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  expect(absent.passed).toBe(0);
  expect(absent.results[0]?.details).toEqual(['fetch failed']);
});
