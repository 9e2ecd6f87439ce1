import type { JsonObject, Presented } from '@colophon/core';
import type { IntakeReason } from './intake/intake-package.ts';

/** Reasons that tell how far a person is trusted, which is for editors alone. */
const OF_TRUST: ReadonlySet<string> = new Set(['contributor_blocked', 'sender_unproved']);

/** Why intake decided as it did, as far as whoever sent it is told. */
export function reasonsForContributor(reasons: readonly IntakeReason[]): IntakeReason[] {
  return reasons.filter(({ code }) => !OF_TRUST.has(code));
}

/**
 * What of a contribution or a revision whoever sent it is told otherwise than editors: nothing of their notes, of who decided,
 * and of how far they are trusted.
 *
 * @returns the members that the record has, as they are to be answered
 */
export function forContributor(record: Presented): JsonObject {
  return {
    ...(Object.hasOwn(record, 'editorNotes') ? { editorNotes: null } : {}),
    ...(Object.hasOwn(record, 'decidedBy') ? { decidedBy: null } : {}),
    ...(Array.isArray(record['intakeReasons'])
      ? { intakeReasons: reasonsForContributor(record['intakeReasons'] as readonly IntakeReason[]).map((each) => ({ ...each })) }
      : {}),
  };
}
