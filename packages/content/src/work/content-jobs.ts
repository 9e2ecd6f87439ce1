import type { JobKind } from '@colophon/core/jobs';
import { EVERY_CAPABILITY } from './every-capability.ts';
import { openContents } from './open-contents.ts';

/** The job kinds of content, for a worker. */
export const contentJobs: readonly JobKind[] = EVERY_CAPABILITY.flatMap(({ jobs }) => jobs?.(openContents) ?? []);
