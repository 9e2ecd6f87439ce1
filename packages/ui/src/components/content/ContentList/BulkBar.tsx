import { type ReactElement, useRef, useState } from 'react';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import { type BulkProgress, doToEach } from '../../../state/list/bulk.ts';
import type { BulkAction } from '../../../state/list/bulk-actions.ts';
import type { ContentRow } from '../../../state/list/list-query.ts';
import { useColophon } from '../../provider/colophon-context.ts';

interface BulkBarProps {
  readonly rows: readonly ContentRow[];
  readonly workflows: readonly BulkAction[];
  readonly onClear: () => void;
  /** Told when something was done to rows. */
  readonly onDone: () => void;
}

/** What can be done to what is selected, how far it has come, and what came of it, row by row. */
export function BulkBar({ rows, workflows, onClear, onDone }: BulkBarProps): ReactElement | null {
  const { messages, format, announce } = useColophon();
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const run = async (action: BulkAction): Promise<void> => {
    if (stop.current !== null) return;
    const choice = choices[action.id] ?? action.choices?.[0]?.id ?? null;
    const own = new AbortController();
    stop.current = own;
    setIsRunning(true);
    setFault(null);
    setProgress(null);
    try {
      if ('submit' in action) {
        await action.submit(rows, choice);
        announce(messages['list.bulk.submitted']);
      } else {
        const how = { signal: own.signal, onProgress: setProgress };
        const outcomes = await ('run' in action
          ? action.run(rows, choice, how)
          : doToEach(rows, (row) => action.each(row, choice), own.signal, setProgress));
        setProgress({ outcomes, done: outcomes.length, total: rows.length });
        const refused = outcomes.filter((each) => each.fault !== null).length;
        announce(
          messages['list.bulk.report']({ number: outcomes.length - refused, count: refused }, format),
          refused > 0 ? 'assertive' : 'polite',
        );
        onDone();
      }
    } catch (error) {
      const { detail } = problemOf(error);
      setFault(detail);
      announce(detail, 'assertive');
    } finally {
      stop.current = null;
      setIsRunning(false);
    }
  };
  if (rows.length === 0 && progress === null && fault === null) return null;
  return (
    <div role="group" aria-label={messages['list.bulk']} className="colo-list-bulk">
      <span>{messages['list.selected']({ count: rows.length }, format)}</span>
      {rows.length > 0 && !isRunning && (
        <>
          {workflows.map((action) => (
            <BulkActionControl
              key={action.id}
              action={action}
              choice={choices[action.id] ?? action.choices?.[0]?.id ?? ''}
              onChoose={(choice) => setChoices((before) => ({ ...before, [action.id]: choice }))}
              onRun={() => void run(action)}
            />
          ))}
          <button type="button" className="colo-list-small" onClick={onClear}>
            {messages['list.select.none']}
          </button>
        </>
      )}
      {isRunning && progress !== null && <BulkShare progress={progress} />}
      {isRunning && (
        <button type="button" className="colo-button" onClick={() => stop.current?.abort()}>
          {messages['list.bulk.stop']}
        </button>
      )}
      {fault !== null && <p className="colo-list-fault">{fault}</p>}
      {!isRunning && progress !== null && <BulkReport progress={progress} onClose={() => setProgress(null)} />}
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
      <button type="button" className="colo-button" onClick={onRun}>
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
            <bdi>{each.title}</bdi>: {each.fault}
          </li>
        ))}
      </ul>
      <button type="button" className="colo-list-small" onClick={onClose}>
        {messages['common.close']}
      </button>
    </div>
  );
}
