import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, most of it waiting for browsers, leases and processes: started last, they would leave the other cores idle. */
const LONGEST = [
  'packages/ui/test/browser.test.ts',
  'apps/newsroom/src/jobs.test.ts',
  'packages/core/src/jobs/worker/processes.test.ts',
  'apps/newsroom/src/peers/browser.test.ts',
  'apps/newsroom/desk/test/desk.test.ts',
  'apps/newsroom/src/peers/readers-pages.test.ts',
  'apps/newsroom/src/built.test.ts',
  'packages/core/src/jobs/simulated-day.test.ts',
  'apps/newsroom/src/governance-tour.test.ts',
  'apps/newsroom/src/contributions-tour.test.ts',
  'apps/newsroom/src/contributions.test.ts',
  'apps/newsroom/src/tenants.test.ts',
];

/** Runs the longest files first, and the others in vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
