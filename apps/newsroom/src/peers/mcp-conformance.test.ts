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

  it.each([
    ['server-initialize', '2025-06-18', 1],
    ['server-initialize', '2025-11-25', 2],
    ['tools-list', '2025-11-25', 3],
    ['tools-list', '2026-07-28', 4],
    ['http-header-validation', '2026-07-28', 14],
    ['dns-rebinding-protection', '2025-11-25', 2],
    ['dns-rebinding-protection', '2026-07-28', 2],
  ])('passes %s of %s', async (scenario, version, least) => {
    const checks = await check(scenario, version);
    expect(failures(checks)).toEqual([]);
    expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThanOrEqual(least);
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
