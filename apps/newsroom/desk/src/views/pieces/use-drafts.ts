import { isFinishedJobStatus, type JobRecord, laterJob } from '@colophon/contract';
import { useEffect, useSyncExternalStore } from 'react';
import { useJobs } from '../../api/jobs.tsx';
import { useList } from '../../api/use-answer.ts';

export interface DraftJob extends JobRecord {
  readonly finishedAt?: string | null;
}

/** The latest attempt to have a translation written by AI. */
export interface DraftAttempt {
  readonly job: DraftJob;
  /** Null if it ended before it was begun. */
  readonly language: string | null;
}

/** A record of a job does not return its input: its message names the language. */
const LANGUAGE = /^Translating into ([A-Za-z\d-]+)\.$/;
const KIND = 'contents.draftTranslation';
/** Without the result, which is a whole piece. */
const FIELDS = 'jobId,kind,status,completed,total,message,error,errorCode,target,retryOf,submissionKey,submittedBy,finishedAt,sequence';

interface Asked {
  readonly id: string;
  /** No attempt is older. */
  readonly created_at: string;
}

/**
 * Returns the latest attempt at each language, whoever made it and from whichever page, as far as the person may see it.
 *
 * @param started the languages of the jobs that were started here, which are not told before they run
 */
export function useDrafts({ id, created_at }: Asked, started: Readonly<Record<string, string>>): readonly DraftAttempt[] {
  const jobs = useJobs();
  const live = useSyncExternalStore(jobs.subscribe, jobs.snapshot);
  const query = { kind: KIND, 'created_at[gte]': created_at, orderBy: '-created_at', fields: FIELDS, count: 'none' };
  const { value = [], more } = useList<DraftJob>('/jobs', { query, limit: 500 });
  useEffect(() => {
    more?.();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each page, not whenever the list is drawn
  }, [value.length]);
  const known = new Map<string, DraftJob>();
  for (const job of [...value, ...live.jobs.flatMap(({ job: newest, attempts }) => [...attempts, newest])]) {
    const isOfPiece = job.kind === KIND && job.target !== null && 'rowIds' in job.target && job.target.rowIds.includes(id);
    const before = known.get(job.jobId);
    if (isOfPiece) known.set(job.jobId, before ? laterJob(before, job) : job);
  }
  return latestOf(known, started);
}

function latestOf(known: ReadonlyMap<string, DraftJob>, started: Readonly<Record<string, string>>): readonly DraftAttempt[] {
  const languageOf = ({ jobId, message, retryOf }: DraftJob): string | null => {
    const before = known.get(retryOf ?? '');
    return LANGUAGE.exec(message ?? '')?.[1] ?? started[jobId] ?? (before ? languageOf(before) : null);
  };
  const latest = new Map<string, DraftAttempt>();
  // Their ids are in the order of their submission.
  for (const job of [...known.values()].toSorted((a, b) => (a.jobId < b.jobId ? -1 : 1))) {
    const language = languageOf(job);
    latest.set(language ?? job.jobId, { job, language });
  }
  const isReplaced = new Set([...known.values()].map(({ retryOf }) => retryOf));
  return [...latest.values()].filter(({ job }) => !isReplaced.has(job.jobId));
}

export function isActive({ status }: JobRecord): boolean {
  return !isFinishedJobStatus(status);
}
