import { type ReactElement, useId } from 'react';
import type { GovernanceOf, GovernanceSnapshot, ReviewedText } from '../../../state/governance/governance.ts';
import type { Finding } from '../../../state/records.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Loaded } from '../../controls/Loaded.tsx';
import type { PanelSection } from '../../governance/panel/PanelView.tsx';
import { ContentReviewStatusTray, type ReviewStatusItem } from '../ContentReviewStatusTray/ContentReviewStatusTray.tsx';

interface ReviewAsideProps {
  readonly contentId: string | null;
  readonly items: readonly ReviewStatusItem[];
  readonly activeId: string | null;
  readonly onSelect: (id: string) => void;
  readonly governance: GovernanceOf | null;
  readonly snapshot: GovernanceSnapshot;
  readonly draft: () => ReviewedText;
  readonly changed: ReadonlySet<Finding>;
  readonly onShowFinding: (finding: Finding) => void;
}

const loadPanel = () => import('../../governance/panel/PanelView.tsx');

const SECTIONS: readonly PanelSection[] = ['facts', 'references', 'corrections', 'versions', 'schedule', 'transparency'];

/** The reviews of a piece: a tray with the state of each, and below it the selected one, or the other governance sections. */
export function ReviewAside({ contentId, items, activeId, onSelect, ...panel }: ReviewAsideProps): ReactElement | null {
  const id = useId();
  if (contentId === null) return null;
  const { readiness } = panel.snapshot;
  const chosen = readiness && {
    ...panel.snapshot,
    readiness: { ...readiness, requirements: readiness.requirements.filter(({ policyKey }) => policyKey === activeId) },
  };
  return (
    <div className="colo-stack">
      <ContentReviewStatusTray items={items} activeId={activeId} open={activeId !== null} onSelect={onSelect} controls={id} />
      <Loaded load={loadPanel} waiting={<Busy lines={3} />}>
        {({ ChosenRequirement, PanelView }) => (
          <>
            <div id={id} data-part="review">
              {activeId !== null && chosen && panel.governance && (
                <ChosenRequirement {...panel} governance={panel.governance} snapshot={chosen} />
              )}
            </div>
            <PanelView {...panel} contentId={contentId} sections={SECTIONS} />
          </>
        )}
      </Loaded>
    </div>
  );
}
