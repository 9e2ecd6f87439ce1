import type { governanceEn } from '../../../messages/governance/en.ts';
import type { Words } from '../../../messages/message.ts';
import type { RequirementState } from '../../../state/records.ts';

/** Met; rejected; or open: not judged yet, or the text has changed since. */
export type Standing = 'met' | 'refused' | 'open';

/** Returns the state of a requirement. A failing check is open, since nobody has rejected anything. */
export function standingOf({ satisfied, status, stale, missing }: RequirementState, kind: string): Standing {
  if (satisfied) return 'met';
  return kind === 'rule' || missing || stale || status === null ? 'open' : 'refused';
}

/** Returns the state of a requirement as text. */
export function statusOf(requirement: RequirementState, kind: string, words: Words<typeof governanceEn>): string {
  const { status, stale, missing, satisfied } = requirement;
  if (kind === 'rule' && !missing && status !== null) return satisfied ? words['gov.status.met'] : words['gov.status.unmet'];
  if (missing || status === null) return kind === 'human' ? words['gov.status.human'] : words['gov.status.missing'];
  const said = words[`gov.status.${status}`] ?? status;
  return stale ? `${said}, ${words['gov.status.stale']}` : said;
}

/** The tone of the label of a status, by its sign. */
export const TONES = { good: 'success', warn: 'warning', bad: 'danger' } as const;

/** Returns the sign of a row: bad if it was rejected and blocks. */
export function signOf(requirement: RequirementState, kind: string): 'good' | 'warn' | 'bad' {
  const standing = standingOf(requirement, kind);
  if (standing === 'met') return 'good';
  return standing === 'refused' && requirement.blocking ? 'bad' : 'warn';
}
