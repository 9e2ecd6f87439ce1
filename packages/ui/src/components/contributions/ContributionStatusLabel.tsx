import type { ReactElement } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import type { ContributionStatus } from '../../state/contributions/records.ts';
import { useWords } from '../provider/use-words.ts';

const TONES: Readonly<Record<ContributionStatus, 'neutral' | 'success' | 'warning' | 'danger'>> = {
  submitted: 'neutral',
  quarantined: 'warning',
  needs_changes: 'warning',
  approved: 'success',
  promoted: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
};

/** The status of a contribution, as a label. */
export function ContributionStatusLabel({ status }: { readonly status: ContributionStatus }): ReactElement {
  const words = useWords(contributionsEn);
  return (
    <span className="colo-label" data-tone={TONES[status] ?? 'neutral'}>
      {words[`contrib.status.${status}`] ?? status}
    </span>
  );
}
