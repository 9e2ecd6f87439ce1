import { useCallback, useEffect, useState } from 'react';
import { send } from '../../../state/client-port.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import { readContent } from '../../../state/read-answer.ts';
import type { ContentRecord } from '../../../state/records.ts';
import { useColophon } from '../../provider/colophon-context.ts';

interface ContentSource {
  readonly content: ContentRecord | null;
  readonly isLoading: boolean;
  readonly problem: EditorProblem | null;
  readonly retry: () => void;
}

/** Returns the piece to edit: the host's, else the one with the id from the API, else a new one. */
export function useContent(given: ContentRecord | null | undefined, contentId: string | undefined): ContentSource {
  const { client } = useColophon();
  const [found, setFound] = useState<ContentRecord | null>(null);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = given === undefined || given === null ? contentId : undefined;
  useEffect(() => {
    if (asked === undefined || client === null) return undefined;
    const control = new AbortController();
    setProblem(null);
    send(client, 'get', '/contents/{id}', { params: { path: { id: asked } }, signal: control.signal })
      .then(({ value }) => !control.signal.aborted && setFound(readContent(value)))
      .catch((error: unknown) => !control.signal.aborted && setProblem(problemOf(error)));
    return () => control.abort();
  }, [client, asked, attempt]);
  const content = given ?? (asked !== undefined && found?.id === asked ? found : null);
  return {
    content,
    isLoading: asked !== undefined && content === null && problem === null,
    problem,
    retry: useCallback(() => setAttempt((before) => before + 1), []),
  };
}
