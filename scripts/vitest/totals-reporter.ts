import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a run with one plain line of totals, `N passed, N failed`, for scripts. Tests that passed only when tried again are named above
 * it: each is a race in the test or in what it tests, and is to be mended.
 */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const totals = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    const flaky: string[] = [];
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      // A file that cannot be loaded, or a failing hook, leaves its tests unrun: it counts as a separate failure.
      totals.failed += module.errors().length;
      for (const suite of module.children.allSuites()) totals.failed += suite.errors().length;
      for (const test of tests) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed' || state === 'skipped') totals[state] += 1;
        if (test.diagnostic()?.flaky) flaky.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
    }
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
    process.on('exit', () => {
      for (const name of flaky) console.log(`Passed only when tried again: ${name}`);
      // After the default reporter's own summary, which is written in the same tick.
      console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
    });
  }
}
