import { useRef, useState } from 'react';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import { type BulkProgress, doToEach } from '../../../state/list/bulk.ts';
import type { BulkAction, BulkQuestion } from '../../../state/list/bulk-actions.ts';
import type { ContentRow } from '../../../state/list/list-query.ts';
import { useColophon } from '../../provider/colophon-context.ts';

/** The state of a bulk action, from its start to its report. */
export interface Bulk {
  readonly choiceOf: (action: BulkAction) => string | null;
  readonly choose: (action: BulkAction, choice: string) => void;
  /** Runs the action, or asks for confirmation first. */
  readonly press: (action: BulkAction) => void;
  readonly run: (action: BulkAction) => Promise<void>;
  readonly asked: { readonly action: BulkAction; readonly question: BulkQuestion } | null;
  /** Cancels the confirmation. */
  readonly forget: () => void;
  readonly stop: () => void;
  readonly isRunning: boolean;
  readonly progress: BulkProgress | null;
  readonly fault: string | null;
  /** Dismisses the report. */
  readonly close: () => void;
}

/** @param onDone called after rows were changed */
export function useBulk(rows: readonly ContentRow[], onDone: () => void): Bulk {
  const { messages, format, announce } = useColophon();
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [asked, setAsked] = useState<Bulk['asked']>(null);
  const [isRunning, setIsRunning] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const choiceOf = (action: BulkAction): string | null => choices[action.id] ?? action.choices?.[0]?.id ?? null;
  const refuse = (detail: string): void => {
    setFault(detail);
    announce(detail, 'assertive');
  };
  const report = (outcomes: BulkProgress['outcomes']): void => {
    setProgress({ outcomes, done: outcomes.length, total: rows.length });
    const refused = outcomes.filter((each) => each.fault !== null).length;
    const said = messages['list.bulk.report']({ number: outcomes.length - refused, count: refused }, format);
    announce(said, refused > 0 ? 'assertive' : 'polite');
    onDone();
  };
  const run = async (action: BulkAction): Promise<void> => {
    if (stop.current !== null) return;
    const choice = choiceOf(action);
    const own = new AbortController();
    stop.current = own;
    setAsked(null);
    setIsRunning(true);
    setFault(null);
    setProgress(null);
    try {
      if ('submit' in action) {
        await action.submit(rows, choice);
        announce(messages['list.bulk.submitted']);
      } else if ('run' in action) report(await action.run(rows, choice, { signal: own.signal, onProgress: setProgress }));
      else report(await doToEach(rows, (row) => action.each(row, choice), own.signal, setProgress));
    } catch (error) {
      refuse(problemOf(error).detail);
    } finally {
      stop.current = null;
      setIsRunning(false);
    }
  };
  return {
    choiceOf,
    choose: (action, choice) => setChoices((before) => ({ ...before, [action.id]: choice })),
    press(action) {
      const choice = choiceOf(action);
      if (action.typed && (choice ?? '').trim() === '') return refuse(action.typed.missing);
      const question = action.confirm?.(rows, choice) ?? null;
      if (question === null) void run(action);
      else setAsked({ action, question });
    },
    run,
    asked,
    forget: () => setAsked(null),
    stop: () => stop.current?.abort(),
    isRunning,
    progress,
    fault,
    close: () => setProgress(null),
  };
}
