import { CliError, LocalError } from '../../errors/errors.ts';
import { parseBuiltinArguments, rejectExtraWords } from '../../flags/builtin-flags.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import { writeResult } from '../../output/write-result.ts';
import type { CommandContext } from '../../context/command-context.ts';
import type { Check } from './check.ts';
import { checkConfig, checkEnvironment } from './local-checks.ts';
import { checkCatalog, checkClock, checkServer, checkSession, checkTools } from './server-checks.ts';

type CheckStep = readonly [name: string, run: (context: CommandContext) => Promise<Check>];

const STEPS: readonly CheckStep[] = [
  ['environment', checkEnvironment],
  ['configuration', checkConfig],
  ['server', checkServer],
  ['clock', checkClock],
  ['sign-in', checkSession],
  ['catalog', checkCatalog],
  ['MCP tools', checkTools],
];

/**
 * Checks everything that a command depends on and suggests fixes.
 *
 * @throws LocalError `doctor_found_problems` after printing, so that a script sees it
 */
export async function runDoctor(context: CommandContext, words: readonly string[]): Promise<void> {
  rejectExtraWords('doctor', parseBuiltinArguments(words).positionals);
  const checks: Check[] = [];
  for (const [name, run] of STEPS) checks.push(await run(context).catch((error: unknown) => asProblem(name, error)));
  const marks = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };
  const lines = checks.flatMap(({ name, status, detail, remedy }) => [
    `${marks[status]}  ${name}: ${sanitizeLine(detail, 400)}`,
    ...(remedy === undefined ? [] : [`         ${sanitizeLine(remedy, 400)}`]),
  ]);
  await writeResult(context, { value: { checks }, text: lines.join('\n') });
  const problems = checks.filter(({ status }) => status === 'problem').length;
  if (problems > 0) throw new LocalError('doctor_found_problems', `${problems} of ${checks.length} checks found a problem`);
}

function asProblem(name: string, error: unknown): Check {
  const remedy = error instanceof CliError ? error.hint : undefined;
  return {
    name,
    status: 'problem',
    detail: error instanceof Error ? error.message : String(error),
    ...(remedy !== undefined && { remedy }),
  };
}
