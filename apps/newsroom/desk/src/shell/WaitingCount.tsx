import type { ReactElement } from 'react';
import { useList } from '../api/use-answer.ts';

/** Milliseconds between two looks while the page is visible. */
const ASKED_EVERY = 60_000;
const MOST = 20;

/** How many calls of programs wait for the signed-in person. */
export function WaitingCount(): ReactElement | null {
  const { value = [], more } = useList<{ readonly id: string }>('/approvals', {
    query: { 'state[in]': 'waiting', fields: 'id' },
    limit: MOST,
    askAgainIn: () => ASKED_EVERY,
  });
  if (value.length === 0) return null;
  return (
    <span className="desk-count">
      {value.length}
      {more && '+'}
      <span className="colo-visually-hidden"> waiting</span>
    </span>
  );
}
