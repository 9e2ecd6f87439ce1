import type { governanceEn } from '../../../messages/governance/en.ts';
import type { Words } from '../../../messages/message.ts';
import type { RequirementState } from '../../../state/records.ts';

/** Met; judged and refused; or open: nobody has judged it yet, or the text has changed since. */
export type Standing = 'met' | 'refused' | 'open';

/** How a piece stands to a requirement. What checks find missing is open: nobody has refused anything. */
export function standingOf({ satisfied, status, stale, missing }: RequirementState, kind: string): Standing {
  if (satisfied) return 'met';
  return kind === 'rule' || missing || stale || status === null ? 'open' : 'refused';
}

/** How a piece stands to a requirement, in words. */
export function statusOf(requirement: RequirementState, kind: string, words: Words<typeof governanceEn>): string {
  const { status, stale, missing, satisfied } = requirement;
  if (kind === 'rule' && !missing && status !== null) return satisfied ? words['gov.status.met'] : words['gov.status.unmet'];
  if (missing || status === null) return kind === 'human' ? words['gov.status.human'] : words['gov.status.missing'];
  const said = words[`gov.status.${status}`] ?? status;
  return stale ? `${said}, ${words['gov.status.stale']}` : said;
}

/** The sign of a row: bad is what was judged and refused, and blocks. */
export function signOf(requirement: RequirementState, kind: string): 'good' | 'warn' | 'bad' {
  const standing = standingOf(requirement, kind);
  if (standing === 'met') return 'good';
  return standing === 'refused' && requirement.blocking ? 'bad' : 'warn';
}
