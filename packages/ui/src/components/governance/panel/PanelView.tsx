import { type ReactElement, type ReactNode, useState } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { GovernanceOf, GovernanceSnapshot, ReviewedText } from '../../../state/governance/governance.ts';
import type { Finding } from '../../../state/records.ts';
import { membersOf } from '../../../state/members-of.ts';
import { classNames, type RootProps } from '../../class-names.ts';
import { Busy } from '../../controls/Busy.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { useWords } from '../../provider/use-words.ts';
import { ScheduleSection, TransparencySection } from './AccountSections.tsx';
import { CorrectionsSection } from './CorrectionsSection.tsx';
import { FactsSection } from './FactsSection.tsx';
import { ReferencesSection } from './ReferencesSection.tsx';
import { Requirements } from './Requirements.tsx';
import { VersionsSection } from './VersionsSection.tsx';

export type PanelSection = 'requirements' | 'facts' | 'references' | 'corrections' | 'transparency' | 'versions' | 'schedule';

export const PANEL_SECTIONS = membersOf<PanelSection>({
  requirements: true,
  facts: true,
  references: true,
  corrections: true,
  versions: true,
  schedule: true,
  transparency: true,
});

export interface PanelViewProps extends RootProps {
  readonly contentId: string;
  readonly governance: GovernanceOf | null;
  readonly snapshot: GovernanceSnapshot;
  readonly sections?: readonly PanelSection[];
  readonly openSections?: readonly PanelSection[];
  readonly draft?: () => ReviewedText | null | Promise<ReviewedText | null>;
  readonly onShowFinding?: (finding: Finding) => void;
  readonly onChange?: () => void;
  /** Chooses the cited pieces, in an editor of them. */
  readonly citing?: () => ReactNode;
  /** Findings whose quotes have changed. */
  readonly changed?: ReadonlySet<Finding>;
}

const UNCHANGED: ReadonlySet<Finding> = new Set();

/** The content of a panel. */
export function PanelView(props: PanelViewProps): ReactElement {
  const { contentId, governance, snapshot, sections = PANEL_SECTIONS, onChange, className, id } = props;
  const words = useWords(governanceEn);
  // The transparency report is reloaded after a change.
  const [changes, setChanges] = useState(0);
  if (snapshot.status === 'failed' && snapshot.problem)
    return <ProblemNotice problem={snapshot.problem} onRetry={() => void governance?.refresh()} />;
  if (snapshot.governed === null || governance === null) return <Busy lines={5} />;
  const { factLinkingEnabled, transparencyEnabled } = snapshot.governed;
  const changed = (): void => {
    void governance.refresh();
    setChanges((count) => count + 1);
    onChange?.();
  };
  const parts: Readonly<Record<Exclude<PanelSection, 'requirements'>, () => ReactNode>> = {
    facts: () =>
      factLinkingEnabled ? (
        <FactsSection contentId={contentId} onChange={changed} />
      ) : (
        <p className="colo-quiet">{words['gov.facts.off']}</p>
      ),
    references: () => (
      <>
        {props.citing?.()}
        <ReferencesSection contentId={contentId} onChange={changed} isOutdatedOnly={props.citing !== undefined} />
      </>
    ),
    corrections: () => <CorrectionsSection contentId={contentId} onChange={changed} />,
    versions: () => <VersionsSection contentId={contentId} onChange={changed} />,
    schedule: () => <ScheduleSection contentId={contentId} />,
    transparency: () =>
      transparencyEnabled ? (
        <TransparencySection key={changes} contentId={contentId} />
      ) : (
        <p className="colo-quiet">{words['gov.transparency.off']}</p>
      ),
  };
  return (
    <section className={classNames('colo-scope colo-gov', className)} id={id} aria-label={words['gov.label']}>
      {sections.map((section) =>
        section === 'requirements' ? (
          <Requirements
            key={section}
            governance={governance}
            snapshot={snapshot}
            draft={props.draft}
            changed={props.changed ?? UNCHANGED}
            onShowFinding={props.onShowFinding}
            onChange={onChange}
          />
        ) : (
          <Fold
            key={section}
            part={section === 'references' ? 'citations' : section}
            title={words[`gov.${section}`]}
            isOpenFirst={props.openSections?.includes(section) ?? false}
          >
            {parts[section]}
          </Fold>
        ),
      )}
    </section>
  );
}

interface FoldProps {
  /** The name of the section in links to it. */
  readonly part: string;
  readonly title: string;
  readonly isOpenFirst: boolean;
  readonly children: () => ReactNode;
}

/** A collapsed section whose content is loaded when opened. */
function Fold({ part, title, isOpenFirst, children }: FoldProps): ReactElement {
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  return (
    <details className="colo-fold" data-part={part} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="colo-fold-title">{title}</summary>
      {isOpen && <div className="colo-stack">{children()}</div>}
    </details>
  );
}

/** The requirements of a snapshot, without the line of readiness. */
export function ChosenRequirement(
  props: Omit<PanelViewProps, 'contentId' | 'governance'> & { readonly governance: GovernanceOf },
): ReactElement {
  return (
    <Requirements
      governance={props.governance}
      snapshot={props.snapshot}
      draft={props.draft}
      changed={props.changed ?? UNCHANGED}
      onShowFinding={props.onShowFinding}
      onChange={props.onChange}
      isBare
    />
  );
}
