import type { ConformanceReport, ConformanceResult } from './types.ts';

/** Thrown by a check that cannot be made. */
export class Skipped extends Error {}

/** Runs one check, which returns its faults. What it throws is a fault too. */
export async function runCheck(id: string, title: string, check: () => Promise<readonly string[]>): Promise<ConformanceResult> {
  try {
    const details = await check();
    return { id, title, outcome: details.length === 0 ? 'passed' : 'failed', details };
  } catch (failure) {
    if (failure instanceof Skipped) return { id, title, outcome: 'skipped', details: [failure.message] };
    return { id, title, outcome: 'failed', details: [describe(failure)] };
  }
}

/** Sums up the results. */
export function toReport(results: readonly ConformanceResult[]): ConformanceReport {
  const count = (outcome: ConformanceResult['outcome']): number => results.filter((one) => one.outcome === outcome).length;
  return { results, passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** Writes a report in the Test Anything Protocol, which most test runners and CI services read. */
export function formatReport({ results, passed, failed, skipped }: ConformanceReport): string {
  const lines = results.flatMap(({ id, title, outcome, details }, index) => {
    const directive = outcome === 'skipped' ? ` # SKIP ${details.join('; ')}` : '';
    const faults = outcome === 'failed' ? details.map((detail) => `# ${detail}`) : [];
    return [`${outcome === 'failed' ? 'not ok' : 'ok'} ${index + 1} - ${id}: ${title}${directive}`, ...faults];
  });
  return ['TAP version 14', `1..${results.length}`, ...lines, `# ${passed} passed, ${failed} failed, ${skipped} skipped`, ''].join('\n');
}

/** A failure in one line. */
export function describe(failure: unknown): string {
  if (!(failure instanceof Error)) return 'something was thrown that is no error';
  if (failure.name === 'TimeoutError' || failure.name === 'AbortError') return 'there was no answer in time';
  return failure.message.split('\n')[0]?.slice(0, 300) ?? failure.name;
}
