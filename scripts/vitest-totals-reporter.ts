import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line of totals, `N passed, N failed`, for scripts. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const totals = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      // A file that cannot be loaded, or a failing hook, leaves its tests unrun: it counts as a separate failure.
      totals.failed += module.errors().length;
      for (const suite of module.children.allSuites()) totals.failed += suite.errors().length;
      for (const test of tests) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed' || state === 'skipped') totals[state] += 1;
      }
    }
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
    process.on('exit', () => {
      // After the default reporter's own summary, which is written in the same tick.
      console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
    });
  }
}
