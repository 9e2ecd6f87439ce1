import { newIntent } from '@colophon/client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import { send } from '../../../state/client-port.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import { readAnswer, readItems } from '../../../state/read-answer.ts';
import type { FactStatus } from '../../../state/records.ts';
import { Busy } from '../../controls/Busy.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useResource } from './use-resource.ts';

interface FactRecord {
  readonly id: string;
  readonly statement: string;
  readonly status: FactStatus;
}

interface FactsState {
  readonly facts?: readonly FactRecord[];
  readonly factLinks?: readonly { readonly id: string; readonly factId: string }[];
  readonly superseded?: readonly { readonly factId: string; readonly latestId: string }[];
}

const FACTS_STATE = { facts: 'records', factLinks: 'records', superseded: 'records' } as const;

/** Delay after the last key, in milliseconds. */
const ASKED_AFTER = 250;

/** The linked facts of a piece: linking, unlinking, replacing and adding. */
export function FactsSection({ contentId, onChange }: { readonly contentId: string; readonly onChange: () => void }): ReactElement {
  const words = useWords(governanceEn);
  const path = { id: contentId };
  const facts = useResource<FactsState>('/contents/{id}/facts', { path }, FACTS_STATE);
  const change = async (...given: Parameters<typeof facts.change>): Promise<boolean> => {
    const isDone = await facts.change(...given);
    if (isDone) onChange();
    return isDone;
  };
  const link = (factId: string): Promise<boolean> => change('post', '/contents/{id}/facts', { params: { path }, body: { factId } });
  const unlink = (factId: string): void => {
    for (const each of facts.value?.factLinks ?? [])
      if (each.factId === factId) void change('delete', '/fact-links/{id}', { params: { path: { id: each.id } } });
  };
  if (facts.value === null && facts.problem === null) return <Busy lines={2} />;
  const linked = facts.value?.facts ?? [];
  return (
    <>
      {facts.problem && <ProblemNotice problem={facts.problem} onRetry={facts.reload} />}
      {linked.length === 0 && <p className="colo-quiet">{words['gov.facts.none']}</p>}
      <ul className="colo-rows">
        {linked.map(({ id, statement, status }) => {
          const newer = facts.value?.superseded?.find(({ factId }) => factId === id);
          return (
            <li key={id} className="colo-row">
              <bdi className="colo-row-main">{statement}</bdi>
              {(newer || status !== 'active') && (
                <span className="colo-label" data-tone="warning">
                  {newer ? words['gov.facts.superseded'] : status}
                </span>
              )}
              {newer && (
                <button
                  type="button"
                  className="colo-list-small"
                  onClick={() => void link(newer.latestId).then((isDone) => isDone && unlink(id))}
                >
                  {words['gov.facts.replace']}
                </button>
              )}
              <button
                type="button"
                className="colo-list-small"
                aria-label={words['gov.facts.unlink']({ statement })}
                onClick={() => unlink(id)}
              >
                ×
              </button>
            </li>
          );
        })}
      </ul>
      <FactPicker known={linked.map(({ id }) => id)} onPick={(id) => void link(id)} />
    </>
  );
}

/** Searches facts, or adds a new one. */
function FactPicker({ known, onPick }: { readonly known: readonly string[]; readonly onPick: (factId: string) => void }): ReactElement {
  const { client } = useColophon();
  const words = useWords(governanceEn);
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly FactRecord[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  // The pressed button is removed, so the focus returns to the search field.
  const pick = (id: string): void => {
    onPick(id);
    box.current?.querySelector('input')?.focus();
  };
  const statement = text.trim();
  useEffect(() => {
    if (client === null || statement === '') {
      setFound([]);
      return undefined;
    }
    const control = new AbortController();
    const timer = setTimeout(() => {
      const params = { query: { query: statement, limit: 6 } };
      send(client, 'get', '/contents/facts', { params, signal: control.signal })
        .then(({ value }) => setFound(readItems<FactRecord>(value)))
        .catch((error: unknown) => !control.signal.aborted && setFault(problemOf(error).detail));
    }, ASKED_AFTER);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [client, statement]);
  const add = async (): Promise<void> => {
    if (client === null) return;
    try {
      const { value } = await send(client, 'post', '/facts', { body: { statement }, intent: newIntent() });
      const { id } = readAnswer<FactRecord>(value, { id: 'text' });
      setText('');
      pick(id);
    } catch (error) {
      setFault(problemOf(error).detail);
    }
  };
  return (
    <div className="colo-stack" ref={box}>
      <TextField
        label={words['gov.facts.search']}
        error={fault}
        value={text}
        onChange={(next) => {
          setFault(null);
          setText(next);
        }}
        input={{ type: 'search', maxLength: 10_000 }}
      />
      <ul className="colo-rows">
        {found
          .filter(({ id }) => !known.includes(id))
          .map((fact) => (
            <li key={fact.id}>
              <button type="button" className="colo-button" onClick={() => pick(fact.id)}>
                {words['gov.facts.link']({ statement: fact.statement })}
              </button>
            </li>
          ))}
        {statement !== '' && !found.some((fact) => fact.statement === statement) && (
          <li>
            <button type="button" className="colo-button" onClick={() => void add()}>
              {words['gov.facts.add']({ statement })}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}
