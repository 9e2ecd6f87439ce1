import { expect, it } from 'vitest';
import { isFinishedJobStatus, JOB_STATUSES } from './job.ts';

it('a job is finished when it succeeded, failed or was cancelled', () => {
  expect(JOB_STATUSES.filter(isFinishedJobStatus)).toEqual(['succeeded', 'failed', 'cancelled']);
});
