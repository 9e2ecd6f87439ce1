import { type ReactElement, useId } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { GovernanceOf, GovernanceSnapshot, ReviewedText } from '../../../state/governance/governance.ts';
import type { Finding } from '../../../state/records.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Loaded } from '../../controls/Loaded.tsx';
import type { PanelSection } from '../../governance/panel/PanelView.tsx';
import { useWords } from '../../provider/use-words.ts';
import { ContentReviewStatusTray, type ReviewStatusItem } from '../ContentReviewStatusTray/ContentReviewStatusTray.tsx';

interface ReviewAsideProps {
  readonly editor: ContentEditorState;
  readonly contentId: string | null;
  readonly sections: readonly PanelSection[] | undefined;
  readonly items: readonly ReviewStatusItem[];
  readonly activeId: string | null;
  readonly onSelect: (id: string) => void;
  readonly governance: GovernanceOf | null;
  readonly snapshot: GovernanceSnapshot;
  readonly draft: () => Promise<ReviewedText>;
  readonly changed: ReadonlySet<Finding>;
  readonly onShowFinding: (finding: Finding) => void;
}

const loadFields = () => import('../ContentEditor/folded-fields.ts');

const loadPanel = () => import('../../governance/panel/PanelView.tsx');

const SECTIONS: readonly PanelSection[] = ['facts', 'references', 'corrections', 'versions', 'schedule', 'transparency'];
/** The evidence, which is looked at most. */
const OPEN: readonly PanelSection[] = ['facts', 'references'];

/** The reviews of a piece: a tray with the state of each, and below it the selected one, or the other governance sections. */
export function ReviewAside({
  editor,
  contentId,
  sections = SECTIONS,
  items,
  activeId,
  onSelect,
  ...panel
}: ReviewAsideProps): ReactElement {
  const words = useWords(governanceEn);
  const id = useId();
  if (contentId === null) return <p className="colo-quiet">{words['gov.unsaved']}</p>;
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
            <PanelView
              {...panel}
              contentId={contentId}
              sections={sections}
              openSections={OPEN}
              citing={() => <Loaded load={loadFields}>{({ ReferencesField }) => <ReferencesField editor={editor} />}</Loaded>}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}
