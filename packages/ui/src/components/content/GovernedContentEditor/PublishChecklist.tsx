import { type ReactElement, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { FieldName } from '../../../state/editor/form.ts';
import { isJudgedByAi, type PolicyDefinition } from '../../../state/governance/definitions.ts';
import type { GovernanceOf, GovernanceSnapshot, ReviewedText } from '../../../state/governance/governance.ts';
import type { RequirementState } from '../../../state/records.ts';
import { signOf, statusOf, TONES } from '../../governance/panel/standing.ts';
import { Ungoverned } from '../../governance/panel/Ungoverned.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import type { EditorPart } from '../ContentEditor/parts.ts';
import { fieldLabel } from '../../../messages/field-text.ts';
import { DetailField } from '../ContentEditor/DetailField.tsx';
import { DisclosureFields } from '../ContentEditor/DisclosureFields.tsx';
import { VerdictForm } from '../../governance/panel/VerdictForm.tsx';
import { isInPlace, partsToFill } from './remedies.ts';

/** The actions of the checklist. */
export interface WaysOn {
  readonly editor: ContentEditorState;
  readonly governance: GovernanceOf | null;
  readonly draft: () => Promise<ReviewedText>;
  readonly fields: readonly FieldName[] | undefined;
  /** Closes the checklist and reveals a part of the editor. */
  readonly onReveal: (part: EditorPart) => void;
  /** Closes it and shows a review beside the text. */
  readonly onShowReview: (policyKey: string) => void;
}

/** The requirements with their state, the reason, and actions that help to meet them. */
export function PublishChecklist({ snapshot, ...ways }: WaysOn & { readonly snapshot: GovernanceSnapshot }): ReactElement | null {
  const { readiness, governed } = snapshot;
  const words = useWords(governanceEn);
  if (governed === null) return null;
  if (!governed.isGoverned) return <Ungoverned governed={governed} />;
  if (readiness === null) return <p className="colo-quiet">{words['gov.unsaved']}</p>;
  return (
    <ul className="colo-gov-rows" aria-label={words['gov.requirements']}>
      {readiness.requirements.map((requirement) => (
        <ChecklistRow
          key={requirement.policyKey}
          requirement={requirement}
          policy={governed.policies.find(({ key }) => key === requirement.policyKey)}
          isRunning={snapshot.running.has(requirement.policyKey)}
          fault={snapshot.faults.get(requirement.policyKey)?.detail ?? null}
          {...ways}
        />
      ))}
    </ul>
  );
}

interface ChecklistRowProps extends WaysOn {
  readonly requirement: RequirementState;
  readonly policy: PolicyDefinition | undefined;
  readonly isRunning: boolean;
  readonly fault: string | null;
}

/** Requests a review of what is written now. */
async function reviewNow({ governance, requirement, draft }: ChecklistRowProps): Promise<void> {
  await governance?.review(requirement.policyKey, await draft());
}

function ChecklistRow(props: ChecklistRowProps): ReactElement {
  const { editor, requirement, policy, isRunning, fault, governance, draft, fields, onReveal, onShowReview } = props;
  const [opened, setOpened] = useState<EditorPart | 'verdict' | null>(null);
  const toggle = (what: EditorPart | 'verdict'): void => setOpened(opened === what ? null : what);
  const { messages } = useColophon();
  const words = useWords(governanceEn);
  const ofEditor = useWords(editorEn);
  const { policyKey, label, reason, satisfied, blocking, missing } = requirement;
  const kind = policy?.kind ?? 'custom';
  const nameOf = (part: EditorPart): string => {
    const names: Partial<Record<EditorPart, string>> = {
      disclosure: ofEditor['editor.disclosure'],
      pictures: ofEditor['editor.pictures'],
      dates: ofEditor['editor.dates'],
      more: ofEditor['editor.more'],
      facts: words['gov.facts'],
      citations: words['gov.references'],
    };
    return names[part] ?? fieldLabel(part, messages);
  };
  const way = (key: string, said: string, onPress: () => void, isInPlace = false): ReactElement => (
    <button key={key} type="button" className="colo-list-small" aria-expanded={isInPlace ? opened === key : undefined} onClick={onPress}>
      {said}
      <span className="colo-visually-hidden"> {label}</span>
    </button>
  );
  return (
    <li className="colo-gov-row" data-state={signOf(requirement, kind)}>
      <p className="colo-gov-name">
        <bdi>
          <strong>{label}</strong>
        </bdi>{' '}
        <span className="colo-label" data-tone={TONES[signOf(requirement, kind)]}>
          {isRunning ? words['gov.reviewing'] : statusOf(requirement, kind, words)}
        </span>
        {!blocking && <span className="colo-quiet"> ({words['gov.optional']})</span>}
      </p>
      {reason !== null && !satisfied && !missing && <p>{reason}</p>}
      {fault !== null && <p className="colo-field-error">{fault}</p>}
      {!satisfied && (
        <div className="colo-actions">
          {partsToFill(policy, fields).map((part) =>
            isInPlace(part)
              ? way(part, nameOf(part), () => toggle(part), true)
              : way(part, words['gov.publish.open']({ part: nameOf(part) }), () => onReveal(part)),
          )}
          {kind === 'human' && way('verdict', words['gov.verdict'], () => toggle('verdict'), true)}
          {isJudgedByAi(kind) && (
            <>
              {!isRunning && way('review', words['gov.review'], () => void reviewNow(props))}
              {!missing && way('show', words['gov.publish.review'], () => onShowReview(policyKey))}
            </>
          )}
        </div>
      )}
      {!satisfied && opened === 'verdict' && (
        <VerdictForm
          label={label}
          onVerdict={async (verdict) => {
            const isRecorded = (await governance?.decide(policyKey, verdict, await draft())) ?? false;
            if (isRecorded) setOpened(null);
            return isRecorded;
          }}
        />
      )}
      {!satisfied && opened !== null && opened !== 'verdict' && (
        <div className="colo-gov-verdict colo-stack">
          {opened === 'disclosure' ? <DisclosureFields editor={editor} /> : <DetailField editor={editor} name={opened as FieldName} />}
          <div className="colo-actions">
            {/* Judged as it is on the screen; publishing saves it. */}
            <button type="button" className="colo-list-small" onClick={() => void reviewNow(props)}>
              {words['gov.check']}
              <span className="colo-visually-hidden"> {label}</span>
            </button>
          </div>
        </div>
      )}
    </li>
  );
}
