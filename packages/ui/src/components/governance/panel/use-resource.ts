import { useCallback, useEffect, useRef, useState } from 'react';
import { type ColophonClient, type RequestOptions, send } from '../../../state/client-port.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import { type MemberKind, readAnswer } from '../../../state/read-answer.ts';
import { readList } from '../../../state/read-list.ts';
import { useColophon } from '../../provider/colophon-context.ts';

/** A resource that is read from the API and changed there. */
export interface Resource<Value> {
  /** Null until loaded. */
  readonly value: Value | null;
  readonly problem: EditorProblem | null;
  readonly reload: () => void;
  /** Changes it and reloads it; returns false if that failed, with the error in `problem`. */
  readonly change: (method: 'post' | 'put' | 'patch' | 'delete', path: string, options: RequestOptions) => Promise<boolean>;
}

const ITEMS = { items: 'records' } as const;

/**
 * Reads a resource from the API, and again after a change or on request: with `limit`, so many items of a list.
 *
 * @param members the types of its members, unless it is a list of items; the same object every time
 */
export function useResource<Value>(
  path: string,
  params: RequestOptions['params'],
  members: Readonly<Record<string, MemberKind>> = ITEMS,
): Resource<Value> {
  const { client } = useColophon();
  const [value, setValue] = useState<Value | null>(null);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const [round, setRound] = useState(0);
  const asked = JSON.stringify(params ?? {});
  const isRunning = useRef(false);
  useEffect(() => {
    if (client === null) return undefined;
    const control = new AbortController();
    read(client, path, { params: JSON.parse(asked) as NonNullable<RequestOptions['params']>, signal: control.signal })
      .then((answer) => {
        if (control.signal.aborted) return;
        setValue(readAnswer<Value>(answer, {}, members));
        setProblem(null);
      })
      .catch((error: unknown) => !control.signal.aborted && setProblem(problemOf(error)));
    return () => control.abort();
  }, [client, path, asked, round, members]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const change = useCallback<Resource<Value>['change']>(
    async (method, at, options) => {
      if (client === null || isRunning.current) return false;
      isRunning.current = true;
      try {
        await send(client, method, at, options);
        setProblem(null);
        setRound((before) => before + 1);
        return true;
      } catch (error) {
        setProblem(problemOf(error));
        return false;
      } finally {
        isRunning.current = false;
      }
    },
    [client],
  );
  return { value, problem, reload, change };
}

async function read(client: ColophonClient, path: string, options: RequestOptions): Promise<unknown> {
  const most = options.params?.query?.['limit'];
  return typeof most === 'number'
    ? { items: await readList(client, path, options, most) }
    : (await send(client, 'get', path, options)).value;
}
