import { type ReactElement, useId } from 'react';
import type { BulkProgress } from '../../../state/list/bulk.ts';
import type { BulkAction } from '../../../state/list/bulk-actions.ts';
import type { ContentRow } from '../../../state/list/list-query.ts';
import { ConfirmDialog } from '../../controls/ConfirmDialog.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
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
  const list = useId();
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
        <>
          <input
            aria-label={`${action.label}: ${action.typed.label}`}
            list={list}
            value={choice}
            dir="auto"
            autoComplete="off"
            maxLength={200}
            onChange={(event) => onChoose(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onRun();
            }}
          />
          <datalist id={list}>
            {action.typed.suggestions.map((each) => (
              <option key={each.id} value={each.id}>
                {each.label}
              </option>
            ))}
          </datalist>
        </>
      )}
      <button type="button" className="colo-button" data-kind={action.tone} onClick={onRun}>
        {action.label}
      </button>
    </span>
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
        {refused.map((each) => (
          <li key={each.id}>
            <bdi>{each.title}</bdi>: {each.code === 'precondition_failed' ? messages['list.bulk.newer'] : each.fault}
          </li>
        ))}
      </ul>
      <button type="button" className="colo-list-small" onClick={onClose}>
        {messages['common.close']}
      </button>
    </div>
  );
}
