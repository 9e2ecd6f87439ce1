import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import type { ContributionAttachment, ContributionRecord } from '../../state/contributions/records.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { Busy } from '../controls/Busy.tsx';
import { Guard } from '../controls/Guard.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import type { ContributionDecisions } from './ContributionDecision.tsx';
import { ContributionDetail } from './ContributionDetail.tsx';
import { ContributionStatusLabel } from './ContributionStatusLabel.tsx';

export interface ContentContributionInboxProps extends RootProps, ContributionDecisions {
  readonly contributions: readonly ContributionRecord[];
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  readonly loading?: boolean;
  /** Returns the address for downloading a quarantined file; default: the API of the page's origin. */
  readonly getFileHref?: (attachment: ContributionAttachment) => string;
}

const OPEN = new Set(['submitted', 'quarantined', 'needs_changes', 'approved']);

/**
 * The inbox of contributions: a list, and the selected one with its text, revisions and files, for a decision, after which the next
 * pending one is selected. Quarantined files are downloaded, never shown.
 *
 * @example
 * <ContentContributionInbox
 *   contributions={[]}
 *   selectedId={null}
 *   onSelect={(chosen) => navigate(`/inbox/${chosen}`)}
 *   onApprove={(chosen, { editorNote }) => console.log(chosen, editorNote)}
 *   onReject={(chosen) => console.log(chosen)}
 *   onRequestChanges={(chosen, { editorNote }) => console.log(chosen, editorNote)}
 * />
 */
export function ContentContributionInbox(props: ContentContributionInboxProps): ReactElement {
  return (
    <Guard>
      <GuardedInbox {...props} />
    </Guard>
  );
}

function GuardedInbox(props: ContentContributionInboxProps): ReactElement {
  const { contributions, selectedId, onSelect, loading = false, className, id } = props;
  const { format } = useColophon();
  const words = useWords(contributionsEn);
  const list = useRef<HTMLUListElement>(null);
  const isMoved = useRef(false);
  const selected = contributions.find((each) => each.id === selectedId) ?? null;
  const waiting = contributions.filter(({ status }) => OPEN.has(status)).length;
  useEffect(() => {
    if (!isMoved.current) return;
    isMoved.current = false;
    list.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus();
  }, [selectedId]);
  const go = (step: 1 | -1): void => {
    const at = contributions.findIndex((each) => each.id === selectedId);
    const next = contributions[Math.max(0, Math.min(contributions.length - 1, at + step))];
    if (next === undefined || next.id === selectedId) return;
    isMoved.current = true;
    onSelect(next.id);
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' || event.key === 'j' ? 1 : event.key === 'ArrowUp' || event.key === 'k' ? -1 : 0;
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(step);
  };
  const decided = (decidedId: string): void => {
    const next = openAfter(contributions, decidedId);
    // The pressed button is gone: the next one has the focus, where it is read out.
    isMoved.current = next !== undefined;
    if (next) onSelect(next.id);
  };
  if (loading) return <Busy lines={6} />;
  if (contributions.length === 0) return <p className={classNames('colo-scope colo-list-empty', className)}>{words['inbox.empty']}</p>;
  return (
    <section className={classNames('colo-scope colo-inbox', className)} id={id} aria-label={words['inbox.label']}>
      <div className="colo-stack">
        <p className="colo-quiet">{words['inbox.waiting']({ count: waiting }, format)}</p>
        <ul className="colo-rows colo-inbox-list" aria-label={words['inbox.list']} ref={list} onKeyDown={press}>
          {contributions.map((each, index) => (
            <li key={each.id}>
              <button
                type="button"
                className="colo-inbox-row"
                aria-current={each.id === selectedId}
                tabIndex={each.id === selectedId || (selected === null && index === 0) ? 0 : -1}
                onClick={() => onSelect(each.id)}
              >
                <bdi className="colo-inbox-title">{each.title || words['inbox.untitled']}</bdi>
                <span className="colo-actions">
                  <ContributionStatusLabel status={each.status} />
                  <bdi className="colo-quiet">
                    {words['inbox.by']({
                      name: each.contributor?.name || each.contributor?.email || '–',
                      date: format.dateTime(each.receivedAt),
                    })}
                  </bdi>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {selected === null ? (
        <p className="colo-quiet">{words['inbox.choose']}</p>
      ) : (
        <ContributionDetail
          key={selected.id}
          contribution={selected}
          onDecided={decided}
          onApprove={props.onApprove}
          onReject={props.onReject}
          onRequestChanges={props.onRequestChanges}
          getFileHref={props.getFileHref}
        />
      )}
    </section>
  );
}

/** Returns the pending contribution after one, or the first of those before it. */
function openAfter(contributions: readonly ContributionRecord[], id: string): ContributionRecord | undefined {
  const after = contributions.findIndex((each) => each.id === id);
  return [...contributions.slice(after + 1), ...contributions.slice(0, after)].find(({ status }) => OPEN.has(status));
}
