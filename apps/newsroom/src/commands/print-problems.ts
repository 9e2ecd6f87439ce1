import { say } from '@colophon/app';

/** The number of lines that are printed of one kind. */
export const NAMED = 20;
/** The code for a piece that the publishing rules reject. */
const REFUSED = 'publish_readiness';

/** A problem of one item or file, and the line that names it. */
export interface PrintedProblem {
  readonly code: string;
  readonly message: string;
  readonly line: string;
}

/**
 * Prints problems by kind: the first of each kind by name, then how many more there are. What the publishing rules refuse is one line,
 * since the reasons are the same for most.
 *
 * @param total the number of problems, if the list does not contain all of them
 */
export function printProblems(
  stderr: NodeJS.WritableStream,
  problems: readonly PrintedProblem[],
  { what, total = problems.length, remedy = '' }: { what: 'piece' | 'file' | 'record'; total?: number; remedy?: string },
): void {
  for (const [code, group] of Map.groupBy(problems, (each) => each.code)) {
    if (code === REFUSED) {
      printRefused(stderr, group, what, remedy);
      continue;
    }
    for (const { line } of group.slice(0, NAMED)) say(stderr, printable(line));
    if (group.length > NAMED) say(stderr, `… and ${group.length - NAMED} more of the kind ${code}. --json names each.`);
  }
  if (total > problems.length) say(stderr, `… and ${total - problems.length} more, which the report counts and does not name.`);
}

/** Prints one line for all that the publishing rules refuse. */
function printRefused(stderr: NodeJS.WritableStream, refused: readonly PrintedProblem[], what: string, remedy: string): void {
  const reasons = [...new Set(refused.map(({ message }) => printable(message)))];
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more reasons)` : '';
  const subject = refused.length === 1 ? `1 ${what} is refused` : `${refused.length} ${what}s are refused`;
  say(stderr, `${subject} by the rules of this newsroom: ${reasons[0]}${more}${remedy === '' ? '' : ` ${remedy}`}`);
}

/** Names come from untrusted files, and a terminal interprets control characters. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
