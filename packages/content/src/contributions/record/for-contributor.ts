import type { JsonObject, Presented } from '@colophon/core';
import type { IntakeReason } from './intake-package.ts';

/** Reasons that reveal how far a person is trusted, visible to editors only. */
const OF_TRUST: ReadonlySet<string> = new Set(['contributor_blocked', 'sender_unproved']);

/** Returns the reasons of intake that the contributor may see. */
export function reasonsForContributor(reasons: readonly IntakeReason[]): IntakeReason[] {
  return reasons.filter(({ code }) => !OF_TRUST.has(code));
}

/**
 * Returns the fields of a contribution or revision that differ between contributor and editors: a contributor sees neither the
 * editors' notes, nor who decided, nor how far they are trusted.
 *
 * @returns the members to override in the response
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
