import { expect, it } from 'vitest';
import { isFinishedJobStatus, JOB_STATUSES, type JobRecord, laterJob } from './job.ts';

const job = (changes: Partial<JobRecord>): JobRecord => ({
  jobId: 'one',
  kind: 'contents.review',
  status: 'running',
  completed: 1,
  total: 2,
  message: null,
  error: null,
  errorCode: null,
  target: null,
  result: null,
  submissionKey: null,
  submittedBy: null,
  sequence: 5,
  ...changes,
});

it('a job is finished when it succeeded, failed or was cancelled', () => {
  expect(JOB_STATUSES.filter(isFinishedJobStatus)).toEqual(['succeeded', 'failed', 'cancelled']);
});

it('the later snapshot of a job wins, in any order of arrival', () => {
  const later = job({ completed: 2, sequence: 6 });
  expect(laterJob(job({}), later)).toBe(later);
  expect(laterJob(later, job({}))).toBe(later);
});

it('a finished job is never changed, nor is a job by a snapshot of another attempt', () => {
  const failed = job({ status: 'failed', sequence: 7 });
  expect(laterJob(failed, job({ status: 'running', sequence: 8 }))).toBe(failed);
  const running = job({});
  expect(laterJob(running, job({ jobId: 'two', sequence: 9 }))).toBe(running);
});
