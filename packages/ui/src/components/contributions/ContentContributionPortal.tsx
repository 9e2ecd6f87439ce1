import { type ReactElement, useRef, useState } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import type { ContributionRecord } from '../../state/contributions/records.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { Modal } from '../controls/Modal.tsx';
import { Guard } from '../controls/Guard.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { ContributionStatusLabel } from './ContributionStatusLabel.tsx';

export interface ContentContributionPortalProps extends RootProps {
  /** The user's own contributions. */
  readonly contributions: readonly ContributionRecord[];
  readonly onSelect: (id: string) => void;
  /** Withdraws one, after a confirmation; an exception is shown. */
  readonly onWithdraw: (id: string) => Promise<void>;
  readonly onRevise?: (id: string) => void;
  readonly onNew?: () => void;
}

/** A user's own contributions with their status. Requested changes come first. */
export function ContentContributionPortal(props: ContentContributionPortalProps): ReactElement {
  return (
    <Guard>
      <GuardedPortal {...props} />
    </Guard>
  );
}

function GuardedPortal(props: ContentContributionPortalProps): ReactElement {
  const { contributions, onSelect, onWithdraw, onRevise, onNew, className, id } = props;
  const words = useWords(contributionsEn);
  const [asked, setAsked] = useState<ContributionRecord | null>(null);
  return (
    <section className={classNames('colo-scope colo-stack', className)} id={id} aria-label={words['portal.label']}>
      {onNew && (
        <div className="colo-actions">
          <button type="button" className="colo-button" data-kind="main" onClick={onNew}>
            {words['portal.new']}
          </button>
        </div>
      )}
      {contributions.length === 0 && <p className="colo-list-empty">{words['portal.empty']}</p>}
      <ul className="colo-gov-rows">
        {requestedFirst(contributions).map((each) => (
          <OwnContribution key={each.id} contribution={each} onSelect={onSelect} onRevise={onRevise} onAsk={setAsked} />
        ))}
      </ul>
      {asked && <WithdrawDialog contribution={asked} onWithdraw={onWithdraw} onClose={() => setAsked(null)} />}
    </section>
  );
}

/** What waits for the contributor comes before what waits for the editors; otherwise the order stays. */
function requestedFirst(contributions: readonly ContributionRecord[]): readonly ContributionRecord[] {
  const waits = ({ status }: ContributionRecord): number => (status === 'needs_changes' ? 0 : 1);
  return contributions.toSorted((one, other) => waits(one) - waits(other));
}

interface OwnContributionProps {
  readonly contribution: ContributionRecord;
  readonly onSelect: (id: string) => void;
  readonly onRevise: ((id: string) => void) | undefined;
  readonly onAsk: (contribution: ContributionRecord) => void;
}

function OwnContribution({ contribution, onSelect, onRevise, onAsk }: OwnContributionProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(contributionsEn);
  const { id, status, title, requestedChanges, receivedAt, allowedActions = [] } = contribution;
  const name = title || words['inbox.untitled'];
  return (
    <li className="colo-gov-row">
      {status === 'needs_changes' && requestedChanges && (
        <div className="colo-gov-compared">
          <strong>{words['portal.asks']}</strong>
          <blockquote className="colo-portal-asks" dir="auto">
            {requestedChanges}
          </blockquote>
        </div>
      )}
      <p>
        <bdi>
          <strong>{name}</strong>
        </bdi>{' '}
        <ContributionStatusLabel status={status === 'quarantined' ? 'submitted' : status} />
      </p>
      <p className="colo-quiet">
        {words[`portal.says.${status}`] ?? status} · {format.date(receivedAt)}
      </p>
      <div className="colo-actions">
        <button type="button" className="colo-list-small" onClick={() => onSelect(id)}>
          {words['portal.open']}
          <span className="colo-visually-hidden"> {name}</span>
        </button>
        {onRevise && allowedActions.includes('revise') && (
          <button type="button" className="colo-list-small" onClick={() => onRevise(id)}>
            {words['portal.revise']}
            <span className="colo-visually-hidden"> {name}</span>
          </button>
        )}
        {allowedActions.includes('withdraw') && (
          <button type="button" className="colo-list-small" data-kind="danger" onClick={() => onAsk(contribution)}>
            {words['portal.withdraw']}
            <span className="colo-visually-hidden"> {name}</span>
          </button>
        )}
      </div>
    </li>
  );
}

interface WithdrawDialogProps {
  readonly contribution: ContributionRecord;
  readonly onWithdraw: (id: string) => Promise<void>;
  readonly onClose: () => void;
}

function WithdrawDialog({ contribution, onWithdraw, onClose }: WithdrawDialogProps): ReactElement {
  const { messages, announce } = useColophon();
  const words = useWords(contributionsEn);
  const [fault, setFault] = useState<string | null>(null);
  const isRunning = useRef(false);
  const withdraw = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await onWithdraw(contribution.id);
      announce(words['portal.withdrawn.told']);
      onClose();
    } catch (error) {
      setFault(problemOf(error).detail);
    } finally {
      isRunning.current = false;
    }
  };
  return (
    <Modal
      title={words['portal.sure']}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="colo-button" onClick={onClose}>
            {messages['common.cancel']}
          </button>
          <button type="button" className="colo-button" data-kind="danger" onClick={() => void withdraw()}>
            {words['portal.withdraw']}
          </button>
        </>
      }
    >
      <p dir="auto">{contribution.title || words['inbox.untitled']}</p>
      {fault && (
        <p className="colo-field-error" role="alert">
          {fault}
        </p>
      )}
    </Modal>
  );
}
