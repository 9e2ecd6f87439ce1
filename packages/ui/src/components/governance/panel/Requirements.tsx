import type { ReactElement } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { GovernanceOf, GovernanceSnapshot, ReviewedText } from '../../../state/governance/governance.ts';
import type { Finding } from '../../../state/records.ts';
import { useWords } from '../../provider/use-words.ts';
import { ReadinessLine } from './ReadinessLine.tsx';
import { RequirementRow } from './RequirementRow.tsx';

interface RequirementsProps {
  readonly governance: GovernanceOf;
  readonly snapshot: GovernanceSnapshot;
  readonly draft: (() => ReviewedText | null | Promise<ReviewedText | null>) | undefined;
  readonly changed: ReadonlySet<Finding>;
  readonly onShowFinding: ((finding: Finding) => void) | undefined;
  readonly onChange: (() => void) | undefined;
  /** Omits the line of readiness. */
  readonly isBare?: boolean;
}

/** The requirements for a piece, each with its actions. */
export function Requirements(props: RequirementsProps): ReactElement {
  const { governance, snapshot, draft, changed, onShowFinding, onChange, isBare = false } = props;
  const words = useWords(governanceEn);
  const { governed, readiness, reviews, running, faults } = snapshot;
  const text = async (): Promise<ReviewedText> => (await draft?.()) ?? { rev: null };
  const policyOf = (key: string) => governed?.policies.find((policy) => policy.key === key);
  const missing = (readiness?.requirements ?? []).filter(
    ({ policyKey, satisfied }) => !satisfied && !running.has(policyKey) && policyOf(policyKey)?.kind !== 'human',
  );
  const review = async (policyKey: string): Promise<void> => {
    await governance.review(policyKey, await text());
    onChange?.();
  };
  return (
    <div className="colo-stack">
      {!isBare && (
        <div className="colo-actions">
          <ReadinessLine snapshot={snapshot} isChanged={false} />
          {missing.length > 1 && (
            <button
              type="button"
              className="colo-button"
              onClick={() => {
                for (const { policyKey } of missing) void review(policyKey);
              }}
            >
              {words['gov.runMissing']}
            </button>
          )}
        </div>
      )}
      {readiness && (
        <ul className="colo-gov-rows" aria-label={words['gov.requirements']}>
          {readiness.requirements.map((requirement) => {
            const { policyKey } = requirement;
            return (
              <RequirementRow
                key={policyKey}
                requirement={requirement}
                policy={policyOf(policyKey)}
                review={reviews.get(policyKey)}
                isRunning={running.has(policyKey)}
                fault={faults.get(policyKey)}
                changed={changed}
                onReview={() => void review(policyKey)}
                onVerdict={async (verdict) => {
                  const isRecorded = await governance.decide(policyKey, verdict, await text());
                  if (isRecorded) onChange?.();
                  return isRecorded;
                }}
                onShowFinding={onShowFinding}
              />
            );
          })}
        </ul>
      )}
    </div>
  );
}
