import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from '../testing/newsroom-process.ts';
import { runProgram } from '../testing/run-program.ts';

const require = createRequire(import.meta.url);
const SUITE = require.resolve('@modelcontextprotocol/conformance/dist/index.js');

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** The scenarios that need nothing made for the suite: name, version of the protocol, and the number of checks that must succeed. */
const APPLYING: readonly (readonly [string, string, number])[] = [
  ['server-initialize', '2025-06-18', 1],
  ['server-initialize', '2025-11-25', 2],
  ['tools-list', '2025-11-25', 3],
  ['tools-list', '2026-07-28', 4],
  ['http-header-validation', '2026-07-28', 14],
  ['dns-rebinding-protection', '2025-11-25', 2],
  ['dns-rebinding-protection', '2026-07-28', 2],
  ['ping', '2025-06-18', 1],
  ['ping', '2025-11-25', 1],
  ['resources-list', '2025-06-18', 1],
  ['resources-list', '2025-11-25', 1],
  ['resources-list', '2026-07-28', 1],
  ['sep-2164-resource-not-found', '2026-07-28', 1],
  ['server-session-lifecycle', '2025-11-25', 0],
  ['server-sse-multiple-streams', '2026-07-28', 1],
];

/** Those of which something is left out, each with a test of its own. */
const IN_PART = ['caching', 'server-stateless'];

/** Why the other scenarios do not apply. Names that end with * are the beginning of several. */
const OTHERS: Readonly<Record<string, string>> = {
  'tools-call-*': 'calls tools that only the suite knows',
  'json-schema-2020-12': 'calls a tool that only the suite knows',
  'http-custom-header-server-validation': 'calls a tool that only the suite knows',
  'input-required-result-*': 'calls tools that only the suite knows; approvals ask in URL mode, which is tested beside them',
  'elicitation-*': 'calls tools that only the suite knows',
  'resources-read-*': 'reads resources that only the suite knows',
  'resources-templates-read': 'reads resources that only the suite knows',
  'resources-subscribe': 'needs a session, which this endpoint has none of: the current version follows by subscriptions/listen',
  'resources-unsubscribe': 'needs a session',
  'server-sse-polling': 'needs a session',
  'prompts-*': 'there are no prompts',
  'completion-complete': 'there are no prompts',
  'logging-set-level': 'the server sends no log messages; deprecated',
  'tasks-*': 'an extension that is not served: background work is a job',
  'sep-2640-*': 'an extension that is not served',
};

/** The protocol's own conformance suite, limited to the parts that need no special tools, prompts or resources. */
describe('the MCP endpoint, by the conformance suite', () => {
  let newsroom: NewsroomProcess;
  beforeAll(async () => {
    newsroom = await startNewsroom({ NEWSROOM_SEED: 'none' });
  });
  afterAll(() => newsroom.dispose());

  async function check(scenario: string, version: string): Promise<readonly Check[]> {
    const results = join(newsroom.directory, `${scenario}-${version}`);
    // The suite does not sign in.
    const what = ['--url', `${newsroom.url}/api/mcp/x/public`, '--scenario', scenario, '--spec-version', version, '--output-dir', results];
    const { stdout, stderr } = await runProgram([SUITE, 'server', ...what]);
    const [written] = readdirSync(results, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('checks.json'));
    if (written === undefined) throw new Error(`The suite wrote no checks: ${stdout}${stderr}`);
    return JSON.parse(readFileSync(join(results, written), 'utf8')) as Check[];
  }
  const failures = (checks: readonly Check[]): readonly string[] =>
    checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING').map(({ id }) => id);

  it.each(APPLYING)('passes %s of %s', async (scenario, version, least) => {
    const checks = await check(scenario, version);
    expect(failures(checks)).toEqual([]);
    expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThanOrEqual(least);
  });

  it('has no scenario that is neither passed nor known not to apply', async () => {
    const { stdout } = await runProgram([SUITE, 'list', '--server']);
    const scenarios = [...stdout.matchAll(/^ +- (\S+) \[/gm)].map(([, name]) => name ?? '');
    expect(scenarios.length).toBeGreaterThan(50);
    const known = (name: string): boolean =>
      [...APPLYING.map(([applying]) => applying), ...IN_PART].includes(name) ||
      Object.keys(OTHERS).some((other) => (other.endsWith('*') ? name.startsWith(other.slice(0, -1)) : name === other));
    expect(scenarios.filter((name) => !known(name))).toEqual([]);
  });

  it('passes caching of 2026-07-28, but for prompts, of which there are none', async () => {
    const checks = await check('caching', '2026-07-28');
    expect(failures(checks)).toEqual(['sep-2549-prompts-list-caching-hints']);
    expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(2);
  });

  it('passes server-stateless of 2026-07-28, but for what the suite can ask only of tools made for it', async () => {
    const checks = await check('server-stateless', '2026-07-28');
    const noTool = 'Not testable: server does not list the diagnostic tool';
    const untestable = checks.filter(({ errorMessage }) => errorMessage?.startsWith(noTool));
    expect(failures(checks)).toEqual(failures(untestable));
    expect(failures(untestable)).toEqual([
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-server-no-log-without-loglevel',
    ]);
    expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThanOrEqual(24);
  });
});
