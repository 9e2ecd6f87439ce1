import { newIntent } from '@colophon/client';
import { useRef, useState } from 'react';
import { duplicateContent } from '../../state/duplicate.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-problem.ts';
import type { ContentRecord } from '../../state/records.ts';
import { useColophon } from '../provider/colophon-context.ts';

interface Duplicating {
  /** Undefined if the host does not open copies, or the user may not create one. */
  readonly duplicate: ((piece: { readonly id: string; readonly title: string }) => void) | undefined;
  readonly problem: EditorProblem | null;
  readonly forget: () => void;
}

/** Creates a copy of a piece and passes it to the host. Presses while one is being created are ignored. */
export function useDuplicate(onDuplicated: ((copy: ContentRecord) => void) | undefined): Duplicating {
  const { client, role, messages, announce } = useColophon();
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const isRunning = useRef(false);
  const isOffered = client !== null && onDuplicated !== undefined && role !== 'viewer';
  const duplicate = ({ id, title }: { readonly id: string; readonly title: string }): void => {
    if (isRunning.current || client === null) return;
    isRunning.current = true;
    setProblem(null);
    duplicateContent(client, id, messages['list.duplicate.title']({ title }), newIntent())
      .then(
        (copy) => {
          announce(messages['list.duplicate.done']({ title: copy.title }));
          onDuplicated?.(copy);
        },
        (error: unknown) => setProblem(problemOf(error)),
      )
      .finally(() => (isRunning.current = false));
  };
  return { duplicate: isOffered ? duplicate : undefined, problem, forget: () => setProblem(null) };
}
