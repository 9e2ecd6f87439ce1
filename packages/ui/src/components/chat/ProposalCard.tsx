import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { chatEn } from '../../messages/chat/en.ts';
import type { AssistantContext } from '../../state/assistant/context.ts';
import { type Proposal, type ShownChange, shownChanges, updatesOf } from '../../state/assistant/proposal.ts';
import type { AssistantRegistration } from '../../state/assistant/registration.ts';
import { TextDiff } from '../controls/TextDiff.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { fieldLabel } from '../../messages/field-text.ts';
import { contextOf } from './chat-context.ts';
import { useKeptFocus } from './use-kept-focus.ts';

interface ProposalCardProps {
  readonly proposal: Proposal;
  readonly assistant: AssistantRegistration | AssistantContext | null;
  readonly onDecide: (what: 'apply' | 'dismiss' | 'take-back') => void;
}

/** A proposal as a difference to the current form: applied completely, by change, or not at all. `[` and `]` move between changes. */
export function ProposalCard({ proposal, assistant, onDecide }: ProposalCardProps): ReactElement {
  const words = useWords(chatEn);
  const { context, actions, done, stepIds, isSaved, apply, undo } = useApplying({ proposal, assistant, onDecide });
  const list = useRef<HTMLOListElement>(null);
  const card = useRef<HTMLElement>(null);
  const keepFocus = useKeptFocus(card);
  const { status = 'open' } = proposal;
  const isClosed = status === 'dismissed' || status === 'stale';
  // What was applied before the page was loaded is recognized by the form.
  const open = shownChanges(proposal, context).filter(({ index, stands }) => !done.includes(index) && !(status === 'applied' && stands));
  const isApplied = stepIds.length > 0 || (status === 'applied' && open.length === 0);
  const go = (at: number): void => list.current?.querySelectorAll<HTMLElement>('[data-change]')[at]?.focus();
  return (
    <section className="colo-gov-verdict" aria-label={words['chat.proposal']} ref={card} tabIndex={-1}>
      <p className="colo-chat-who">{words['chat.proposal']}</p>
      {proposal.reason && <p dir="auto">{proposal.reason}</p>}
      <ol className="colo-rows" ref={list}>
        {open.map((change, at) => (
          <ChangeItem
            key={change.index}
            change={change}
            total={proposal.changes.length}
            onApply={
              actions && !isClosed
                ? () => {
                    keepFocus(at);
                    apply([change.index]);
                  }
                : undefined
            }
            onGo={(step) => go(at + step)}
          />
        ))}
      </ol>
      {isApplied && <p>{stepIds.length > 0 && !isSaved ? words['chat.applied'] : words['chat.appliedBefore']}</p>}
      {status === 'dismissed' && <p className="colo-quiet">{words['chat.dismissed']}</p>}
      {status === 'stale' && <p className="colo-quiet">{words['chat.unfit']}</p>}
      {actions === null && <p className="colo-quiet">{words['chat.noApply']}</p>}
      <div className="colo-actions">
        {actions && !isClosed && open.length > 0 && (
          <button
            type="button"
            className="colo-button"
            data-kind="main"
            onClick={() => {
              keepFocus(0);
              apply(open.map(({ index }) => index));
            }}
          >
            {proposal.changes.length > 1 ? words['chat.apply.all'] : words['chat.apply']}
          </button>
        )}
        {stepIds.length > 0 && (
          <button
            type="button"
            className="colo-button"
            onClick={() => {
              keepFocus(0);
              undo();
            }}
          >
            {words['chat.undo']}
          </button>
        )}
        {actions && status === 'open' && stepIds.length === 0 && (
          <button
            type="button"
            className="colo-button"
            onClick={() => {
              keepFocus(0);
              onDecide('dismiss');
            }}
          >
            {words['chat.dismiss']}
          </button>
        )}
      </div>
    </section>
  );
}

interface ChangeItemProps {
  readonly change: ShownChange;
  readonly total: number;
  /** Undefined if it cannot be applied. */
  readonly onApply: (() => void) | undefined;
  readonly onGo: (step: 1 | -1) => void;
}

/** A change: its field, the difference, and whether it still applies. */
function ChangeItem({ change: { index, field, before, after, fits }, total, onApply, onGo }: ChangeItemProps): ReactElement {
  const { messages, format } = useColophon();
  const words = useWords(chatEn);
  const name = words['chat.change']({
    number: format.number(index + 1),
    total: format.number(total),
    field: fieldLabel(field, messages),
  });
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onApply?.();
    else if (event.key === ']') onGo(1);
    else if (event.key === '[') onGo(-1);
    else return;
    event.preventDefault();
  };
  return (
    <li className="colo-chat-change" data-change={index} tabIndex={0} aria-label={name} onKeyDown={press}>
      <p className="colo-quiet">{name}</p>
      <TextDiff before={before} after={after} />
      {!fits && <p className="colo-field-error">{words['chat.unfit']}</p>}
      {fits && onApply && total > 1 && (
        <button type="button" className="colo-list-small" onClick={onApply}>
          {words['chat.apply']}
          <span className="colo-visually-hidden"> {name}</span>
        </button>
      )}
    </li>
  );
}

/** The applied changes of a proposal; each application is one step that can be undone. */
function useApplying({ proposal, assistant, onDecide }: ProposalCardProps): {
  readonly context: AssistantContext | null;
  /** Null if nothing can be applied. */
  readonly actions: AssistantRegistration['actions'] | null;
  /** The indices of applied changes. */
  readonly done: readonly number[];
  readonly stepIds: readonly string[];
  /** Whether the piece was saved since. */
  readonly isSaved: boolean;
  readonly apply: (indices: readonly number[]) => void;
  readonly undo: () => void;
} {
  const { announce } = useColophon();
  const words = useWords(chatEn);
  const [done, setDone] = useState<readonly number[]>([]);
  const [stepIds, setStepIds] = useState<readonly string[]>([]);
  const [appliedAt, setAppliedAt] = useState<number | null>(null);
  const context = contextOf(assistant);
  const actions = assistant !== null && 'actions' in assistant ? assistant.actions : null;
  const apply = (indices: readonly number[]): void => {
    if (actions === null || context === null) return;
    const { updates, unfit } = updatesOf(proposal, context, indices);
    const { applied, stepId } = actions.applyFieldUpdates(updates, {
      proposalId: proposal.id,
      ...(proposal.model && { model: proposal.model }),
    });
    announce(applied.length > 0 ? words['chat.applied'] : words['chat.unfit'], applied.length > 0 ? 'polite' : 'assertive');
    if (stepId === null) return;
    if (stepIds.length === 0) onDecide('apply');
    setStepIds([...stepIds, stepId]);
    setAppliedAt(context.rev);
    setDone([...done, ...indices.filter((index) => !unfit.includes(index))]);
  };
  const undo = (): void => {
    for (const stepId of stepIds.toReversed()) actions?.undo(stepId);
    setStepIds([]);
    setDone([]);
    onDecide('take-back');
    announce(words['chat.undone']);
  };
  return { context, actions, done, stepIds, isSaved: context?.rev !== appliedAt, apply, undo };
}
