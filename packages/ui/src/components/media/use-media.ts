import { useCallback, useEffect, useState } from 'react';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-problem.ts';
import { type MediaPage, type MediaQuery, readPictures } from '../../state/media/read-pictures.ts';
import type { AssetRecord } from '../../state/records.ts';
import { useColophon } from '../provider/colophon-context.ts';

/** Delay after the last key of a search, in milliseconds. */
const ASKED_AFTER = 200;

export interface Media {
  /** Null until the first answer. */
  readonly items: readonly AssetRecord[] | null;
  readonly problem: EditorProblem | null;
  /** Reads further files; null if there are none. */
  readonly more: (() => void) | null;
  readonly retry: () => void;
}

/** The files of a library, read again when what is asked for or `version` changes. */
export function useMedia({ place, search, isAll = false }: MediaQuery, version: unknown): Media {
  const { client } = useColophon();
  const [pages, setPages] = useState<readonly MediaPage[] | null>(null);
  const [cursor, setCursor] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const [tries, setTries] = useState(0);
  const asked = JSON.stringify(place);
  const first = `${asked} ${search} ${String(version)}`;
  const [shown, setShown] = useState(first);
  if (shown !== first) {
    setShown(first);
    setCursor(undefined);
  }
  useEffect(() => {
    if (client === null) return undefined;
    const control = new AbortController();
    const read = async (): Promise<void> => {
      try {
        const query = { place: JSON.parse(asked) as MediaQuery['place'], search, isAll, cursor };
        const page = await readPictures(client, query, control.signal);
        if (control.signal.aborted) return;
        setPages((before) => [...(cursor === undefined ? [] : (before ?? [])), page]);
        setProblem(null);
      } catch (error) {
        if (!control.signal.aborted) setProblem(problemOf(error));
      }
    };
    const timer = setTimeout(() => void read(), search === '' || cursor !== undefined ? 0 : ASKED_AFTER);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [client, asked, search, isAll, cursor, version, tries]);
  const retry = useCallback(() => setTries((before) => before + 1), []);
  const next = pages?.at(-1)?.nextCursor ?? null;
  return {
    items: pages && [...new Map(pages.flatMap(({ items }) => items).map((each) => [each.id, each])).values()],
    problem,
    more: next === null ? null : () => setCursor(next),
    retry,
  };
}
