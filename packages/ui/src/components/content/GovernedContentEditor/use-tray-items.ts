import { useMemo } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { GovernanceSnapshot } from '../../../state/governance/governance.ts';
import { standingOf, statusOf } from '../../governance/panel/standing.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import type { ReviewStatusItem } from '../ContentReviewStatusTray/ContentReviewStatusTray.tsx';

/** Returns a tray item for each requirement. */
export function useTrayItems({ readiness, governed, reviews, running }: GovernanceSnapshot): readonly ReviewStatusItem[] {
  const { format } = useColophon();
  const words = useWords(governanceEn);
  return useMemo(
    () =>
      (readiness?.requirements ?? []).map((requirement): ReviewStatusItem => {
        const { policyKey, label, satisfied, blocking } = requirement;
        const kind = governed?.policies.find(({ key }) => key === policyKey)?.kind ?? 'custom';
        const count = reviews.get(policyKey)?.findings.length ?? 0;
        const said = statusOf(requirement, kind, words);
        const found = count > 0 && !satisfied ? `, ${words['gov.findings']({ count }, format)}` : '';
        return {
          id: policyKey,
          icon: kind,
          label,
          tone: satisfied
            ? 'success'
            : requirement.status === 'rejected' && standingOf(requirement, kind) === 'refused'
              ? 'danger'
              : blocking
                ? 'warning'
                : 'neutral',
          status: running.has(policyKey) ? words['gov.reviewing'] : `${said}${found}`,
        };
      }),
    [readiness, governed, reviews, running, words, format],
  );
}
