import type { JobKind } from '@colophon/core/jobs';
import { CAPABILITIES } from '../content/capabilities.ts';
import type { Capability } from '../record/capability.ts';
import { openContents } from './open-contents.ts';

/** The kinds of jobs that content brings; a worker is given them. */
export const contentJobs: readonly JobKind[] = CAPABILITIES.flatMap((each: Capability) => each.jobs?.(openContents) ?? []);
