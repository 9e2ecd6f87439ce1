import type { JobKind } from '@colophon/core/jobs';
import { CAPABILITIES } from '../content/capabilities.ts';
import type { Capability } from '../record/capability.ts';
import { openContents } from './open-contents.ts';

/** The job kinds of content, for a worker. */
export const contentJobs: readonly JobKind[] = CAPABILITIES.flatMap((each: Capability) => each.jobs?.(openContents) ?? []);
