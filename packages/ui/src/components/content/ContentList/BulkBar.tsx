import { type ReactElement, useState } from 'react';
import type { BulkProgress } from '../../../state/list/bulk.ts';
import type { BulkAction } from '../../../state/list/bulk-actions.ts';
import type { ContentRow } from '../../../state/list/list-query.ts';
import { optionsFor } from '../../controls/combo/combo-option.ts';
import { ComboInput } from '../../controls/combo/ComboInput.tsx';
import { ConfirmDialog } from '../../controls/ConfirmDialog.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useTagOptions } from '../../tags/use-tag-options.ts';
import { useBulk } from './use-bulk.ts';
import type { ListSource } from './use-list-source.ts';
import { useWorkflows, type WorkflowProps } from './use-workflows.ts';

export interface BulkBarProps {
  readonly rows: readonly ContentRow[];
  /** The props of the list. */
  readonly list: WorkflowProps;
  readonly source: ListSource;
  readonly onClear: () => void;
  /** Called after an action changed rows. */
  readonly onDone: () => void;
}

/** Bulk actions for the selection, with progress and a report for each row. */
export function BulkBar({ rows, list, source, onClear, onDone }: BulkBarProps): ReactElement | null {
  const { messages, format } = useColophon();
  const bulk = useBulk(rows, onDone);
  const workflows = useWorkflows(list, source, rows.length > 0);
  const { isRunning, progress, fault, asked } = bulk;
  if (rows.length === 0 && progress === null && fault === null) return null;
  return (
    <div role="group" aria-label={messages['list.bulk']} className="colo-list-bulk">
      <span>{messages['list.selected']({ count: rows.length }, format)}</span>
      {rows.length > 0 && !isRunning && (
        <>
          {workflows
            .filter(({ isOffered }) => isOffered?.(rows) !== false)
            .map((action) => (
              <BulkActionControl
                key={action.id}
                action={action}
                choice={bulk.choiceOf(action) ?? ''}
                onChoose={(choice) => bulk.choose(action, choice)}
                onRun={() => bulk.press(action)}
              />
            ))}
          <button type="button" className="colo-list-small" onClick={onClear}>
            {messages['list.select.none']}
          </button>
        </>
      )}
      {isRunning && progress !== null && <BulkShare progress={progress} />}
      {isRunning && (
        <button type="button" className="colo-button" onClick={bulk.stop}>
          {messages['list.bulk.stop']}
        </button>
      )}
      {asked && (
        <ConfirmDialog
          title={asked.question.title}
          confirm={asked.question.label}
          onClose={bulk.forget}
          onConfirm={() => void bulk.run(asked.action)}
        >
          <p>{asked.question.text}</p>
        </ConfirmDialog>
      )}
      {fault !== null && <p className="colo-list-fault">{fault}</p>}
      {!isRunning && progress !== null && <BulkReport progress={progress} onClose={bulk.close} />}
    </div>
  );
}

interface BulkActionControlProps {
  readonly action: BulkAction;
  readonly choice: string;
  readonly onChoose: (choice: string) => void;
  readonly onRun: () => void;
}

function BulkActionControl({ action, choice, onChoose, onRun }: BulkActionControlProps): ReactElement {
  return (
    <span className="colo-list-action">
      {action.choices && (
        <select aria-label={action.label} value={choice} onChange={(event) => onChoose(event.target.value)}>
          {action.choices.map((each) => (
            <option key={each.id} value={each.id}>
              {each.label}
            </option>
          ))}
        </select>
      )}
      {action.typed && (
        <TypedChoice
          label={`${action.label}: ${action.typed.label}`}
          typed={action.typed}
          value={choice}
          onChange={onChoose}
          onEnter={onRun}
        />
      )}
      <button type="button" className="colo-button" data-kind={action.tone} onClick={onRun}>
        {action.label}
      </button>
    </span>
  );
}

interface TypedChoiceProps {
  readonly label: string;
  readonly typed: NonNullable<BulkAction['typed']>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
}

/** A text to type, with the suggestions of the action; tags are looked up by their names and aliases. */
function TypedChoice({ label, typed, value, onChange, onEnter }: TypedChoiceProps): ReactElement {
  const [text, setText] = useState('');
  const tags = useTagOptions(typed.kind === 'tag' ? text : '');
  const given = typed.suggestions.map((each) => ({ value: each.id, label: each.label }));
  const options = [...tags, ...optionsFor(given, text).filter((each) => !tags.some((tag) => tag.value === each.value))];
  return (
    <ComboInput aria-label={label} value={value} maxLength={200} options={options} onType={setText} onChange={onChange} onEnter={onEnter} />
  );
}

function BulkShare({ progress: { done, total } }: { readonly progress: BulkProgress }): ReactElement {
  const { messages, format } = useColophon();
  return (
    <>
      <progress className="colo-list-progress" aria-label={messages['list.bulk']} max={total} value={done} />
      <span>{messages['list.progress']({ number: format.number(done), total: format.number(total) })}</span>
    </>
  );
}

function BulkReport({ progress: { outcomes }, onClose }: { readonly progress: BulkProgress; readonly onClose: () => void }): ReactElement {
  const { messages, format } = useColophon();
  const refused = outcomes.filter((each) => each.fault !== null);
  return (
    <div className="colo-list-report">
      <span>{messages['list.bulk.report']({ number: outcomes.length - refused.length, count: refused.length }, format)}</span>
      <ul>
        {byReason(refused, (each) => (each.code === 'precondition_failed' ? messages['list.bulk.newer'] : (each.fault ?? ''))).map(
          ({ reason, titles }) => (
            <li key={reason}>
              {titles.length === 1 ? (
                <>
                  <bdi>{titles[0]}</bdi>: {reason}
                </>
              ) : (
                <>
                  {messages['list.bulk.reason']({ count: titles.length, reason }, format)}
                  <ul>
                    {titles.slice(0, NAMED).map((title, index) => (
                      <li key={index}>
                        <bdi>{title}</bdi>
                      </li>
                    ))}
                    {titles.length > NAMED && <li>{messages['list.bulk.more']({ count: titles.length - NAMED }, format)}</li>}
                  </ul>
                </>
              )}
            </li>
          ),
        )}
      </ul>
      <button type="button" className="colo-list-small" onClick={onClose}>
        {messages['common.close']}
      </button>
    </div>
  );
}

/** The pieces that are named for each reason; the others are counted. */
const NAMED = 5;

/** The refused pieces by their reasons, the most frequent first. */
function byReason(
  refused: BulkProgress['outcomes'],
  reasonOf: (outcome: BulkProgress['outcomes'][number]) => string,
): readonly { readonly reason: string; readonly titles: readonly string[] }[] {
  const groups = new Map<string, string[]>();
  for (const each of refused) {
    // Reasons often name the piece itself.
    const reason = reasonOf(each).replaceAll(each.id, '…');
    groups.set(reason, [...(groups.get(reason) ?? []), each.title]);
  }
  return [...groups].map(([reason, titles]) => ({ reason, titles })).toSorted((one, other) => other.titles.length - one.titles.length);
}
