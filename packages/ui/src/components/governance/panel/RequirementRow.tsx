import { type ReactElement, useState } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import { isJudgedByAi, type PolicyDefinition } from '../../../state/governance/definitions.ts';
import type { Verdict } from '../../../state/governance/governance.ts';
import type { Finding, RequirementState, Review } from '../../../state/records.ts';
import { AnswerSources } from '../../controls/AnswerSources.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { FindingList } from './FindingList.tsx';
import { signOf, statusOf, TONES } from './standing.ts';
import { VerdictForm } from './VerdictForm.tsx';

interface RequirementRowProps {
  readonly requirement: RequirementState;
  readonly policy: PolicyDefinition | undefined;
  readonly review: Review | undefined;
  readonly isRunning: boolean;
  readonly fault: EditorProblem | undefined;
  readonly changed: ReadonlySet<Finding>;
  readonly onReview: () => void;
  readonly onVerdict: (verdict: Verdict) => Promise<boolean>;
  readonly onShowFinding: ((finding: Finding) => void) | undefined;
}

/** One requirement with its status, reason and actions. */
export function RequirementRow(props: RequirementRowProps): ReactElement {
  const { requirement, policy, review, isRunning, fault, changed, onReview, onVerdict, onShowFinding } = props;
  const { format } = useColophon();
  const words = useWords(governanceEn);
  const [isJudging, setIsJudging] = useState(false);
  const kind = policy?.kind ?? 'custom';
  const mayJudge = kind === 'human' || (isJudgedByAi(kind) && policy?.humanVerdict !== false);
  const state = signOf(requirement, kind);
  const again = kind === 'rule' ? words['gov.check'] : review === undefined ? words['gov.review'] : words['gov.reviewAgain'];
  return (
    <li className="colo-gov-row" data-state={state}>
      <p className="colo-gov-name">
        <Sign state={state} />
        <bdi>
          <strong>{requirement.label}</strong>
        </bdi>{' '}
        <span className="colo-label" data-tone={TONES[state]}>
          {statusOf(requirement, kind, words)}
        </span>
        {!requirement.blocking && <span className="colo-quiet"> ({words['gov.optional']})</span>}
      </p>
      {review && (
        <p className="colo-quiet">
          <bdi>{words['gov.by']({ name: review.model ?? review.reviewer, date: format.dateTime(review.created_at) })}</bdi>
        </p>
      )}
      {requirement.reason !== null && !requirement.satisfied && <p className="colo-gov-reason">{requirement.reason}</p>}
      {review && review.findings.length > 0 && <FindingList findings={review.findings} changed={changed} onShow={onShowFinding} />}
      {review && <AnswerSources sources={review.sources} />}
      {fault && (
        <p className="colo-field-error" role="alert">
          {fault.detail} {mayJudge && words['gov.noVerdict']}
        </p>
      )}
      <div className="colo-actions">
        {kind !== 'human' && (
          <button type="button" className="colo-list-small" aria-disabled={isRunning || undefined} onClick={() => !isRunning && onReview()}>
            {isRunning ? words['gov.reviewing'] : again}
            <span className="colo-visually-hidden"> {requirement.label}</span>
          </button>
        )}
        {mayJudge && (
          <button type="button" className="colo-list-small" aria-expanded={isJudging} onClick={() => setIsJudging(!isJudging)}>
            {words['gov.verdict']}
            <span className="colo-visually-hidden"> {requirement.label}</span>
          </button>
        )}
      </div>
      {isJudging && (
        <VerdictForm
          label={requirement.label}
          onVerdict={async (verdict) => {
            const isRecorded = await onVerdict(verdict);
            if (isRecorded) setIsJudging(false);
            return isRecorded;
          }}
        />
      )}
    </li>
  );
}

const SIGNS = { good: 'm3 8 3.5 3.5L13 5', warn: 'M8 2 15 14H1Z', bad: 'm4 4 8 8m0-8-8 8' } as const;

function Sign({ state }: { readonly state: keyof typeof SIGNS }): ReactElement {
  return (
    <svg className="colo-gov-sign" viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <path d={SIGNS[state]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
