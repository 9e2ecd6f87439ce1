import type { Call } from '@colophon/core';
import type { DraftRow } from './draft-rows.ts';
import { writerOf } from './writer.ts';

/** Whether a private draft is hidden from a caller. */
export function isHiddenFrom({ caller }: Pick<Call, 'caller'>, { isPrivate, startedBy }: DraftRow): boolean {
  return isPrivate && (startedBy === null || startedBy !== writerOf(caller));
}
