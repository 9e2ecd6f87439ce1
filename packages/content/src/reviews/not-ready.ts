import { ValidationError } from '@colophon/core';
import type { RequirementEvaluation } from './evaluate.ts';

/** Returns the error for a record that does not satisfy a profile. */
export function notReady(what: 'published' | 'corrected', profileKey: string, blocking: readonly RequirementEvaluation[]): ValidationError {
  const reasons = blocking.map((each) => `${each.label}: ${each.reason ?? 'it is open'}`).join('; ');
  return new ValidationError(`Not ready to be ${what}. ${reasons}.`, {
    code: 'publish_readiness',
    errors: blocking.map((each) => ({ pointer: '/status', code: 'not_ready', detail: `${each.label}: ${each.reason ?? 'it is open'}` })),
    hint: 'Run or record the listed reviews on the text to be saved, and try again.',
    extensions: { profileKey, blockingRequirements: blocking },
  });
}
