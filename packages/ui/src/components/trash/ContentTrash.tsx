import { type ReactElement, useRef, useState } from 'react';
import { trashEn } from '../../messages/trash/en.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-problem.ts';
import { safeLinkAddress } from '../../state/text/safe-address.ts';
import type { RestoredDraft, TrashEntry } from '../../state/trash.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { Busy } from '../controls/Busy.tsx';
import { Guard } from '../controls/Guard.tsx';
import { Notice, ProblemNotice } from '../controls/Notice.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { EraseDialog } from './EraseDialog.tsx';
import { TrashRow } from './TrashRow.tsx';
import { type TrashSource, type TrashUse, useTrash } from './use-trash.ts';

export interface ContentTrashProps extends RootProps, TrashSource {
  /** Returns the address of a restored draft. */
  readonly hrefFor?: (contentId: string) => string | null;
}

/** The result of the last action. */
type Done = { readonly what: 'restored'; readonly draft: RestoredDraft } | { readonly what: 'erased'; readonly title: string };

/**
 * Deleted drafts, the latest first: who deleted each, how long it is kept, and an action to restore it.
 *
 * @example
 * <ContentTrash hrefFor={(id) => `/pieces/${id}`} />
 */
export function ContentTrash(props: ContentTrashProps): ReactElement {
  return (
    <Guard>
      <Trash {...props} />
    </Guard>
  );
}

function Trash(props: ContentTrashProps): ReactElement {
  const { announce, role, messages } = useColophon();
  const words = useWords(trashEn);
  const trash = useTrash(props);
  const [done, setDone] = useState<Done | null>(null);
  const [fault, setFault] = useState<EditorProblem | null>(null);
  const [erasing, setErasing] = useState<TrashEntry | null>(null);
  const isRunning = useRef(false);
  const list = useRef<HTMLElement>(null);
  const restore = async (entry: TrashEntry): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setFault(null);
    try {
      const draft = await trash.restore(entry);
      setDone({ what: 'restored', draft });
      announce(words['trash.restored']({ title: draft.content.title }));
    } catch (error) {
      const problem = problemOf(error);
      const isGone = problem.code === 'already_restored' || problem.code === 'not_found';
      if (isGone) trash.forget(entry);
      setFault(isGone && problem.code === 'already_restored' ? { ...problem, detail: words['trash.already'] } : problem);
    } finally {
      isRunning.current = false;
      // The focused button was removed with its row.
      setTimeout(() => document.activeElement === document.body && list.current?.focus());
    }
  };
  return (
    <section
      ref={list}
      tabIndex={-1}
      className={classNames('colo-scope colo-trash', props.className)}
      id={props.id}
      aria-label={words['trash.label']}
    >
      {done && <DoneNotice done={done} hrefFor={props.hrefFor} onClose={() => setDone(null)} />}
      {fault && <ProblemNotice problem={fault} onRetry={() => setFault(null)} label={messages['common.close']} />}
      <TrashList trash={trash} onRestore={(entry) => void restore(entry)} onErase={trash.erase === undefined ? undefined : setErasing} />
      {props.items === undefined && role !== null && role !== 'admin' && trash.items.length > 0 && (
        <p className="colo-quiet">{words['trash.admins']}</p>
      )}
      {erasing && trash.erase && (
        <EraseDialog
          entry={erasing}
          onErase={trash.erase}
          onClose={() => setErasing(null)}
          onDone={() => {
            announce(words['trash.erased']({ title: erasing.title }));
            setDone({ what: 'erased', title: erasing.title });
            setErasing(null);
            list.current?.focus();
          }}
        />
      )}
    </section>
  );
}

interface TrashListProps {
  readonly trash: TrashUse;
  readonly onRestore: (entry: TrashEntry) => void;
  readonly onErase: ((entry: TrashEntry) => void) | undefined;
}

function TrashList({ trash, onRestore, onErase }: TrashListProps): ReactElement {
  const words = useWords(trashEn);
  if (trash.problem !== null && trash.items.length === 0) return <ProblemNotice problem={trash.problem} onRetry={trash.reload} />;
  if (trash.isLoading) return <Busy lines={5} />;
  if (trash.items.length === 0) return <p className="colo-list-empty">{words['trash.empty']}</p>;
  return (
    <>
      <p className="colo-quiet colo-trash-about">{words['trash.about']}</p>
      <ul className="colo-trash-list" aria-label={words['trash.list']}>
        {trash.items.map((entry) => (
          <TrashRow key={entry.id} entry={entry} onRestore={onRestore} onErase={onErase} />
        ))}
      </ul>
      {trash.problem && <ProblemNotice problem={trash.problem} onRetry={trash.more ?? trash.reload} />}
      {trash.more && (
        <button type="button" className="colo-button" onClick={trash.more}>
          {words['trash.more']}
        </button>
      )}
    </>
  );
}

interface DoneNoticeProps {
  readonly done: Done;
  readonly hrefFor: ContentTrashProps['hrefFor'];
  readonly onClose: () => void;
}

function DoneNotice({ done, hrefFor, onClose }: DoneNoticeProps): ReactElement {
  const { messages, format } = useColophon();
  const words = useWords(trashEn);
  const href = done.what === 'restored' ? safeLinkAddress(hrefFor?.(done.draft.content.id) ?? null) : null;
  return (
    <Notice
      tone={done.what === 'restored' ? 'success' : 'neutral'}
      actions={
        <>
          {href !== null && (
            <a className="colo-link" href={href}>
              {words['trash.open']}
            </a>
          )}
          <button type="button" className="colo-button" onClick={onClose}>
            {messages['common.close']}
          </button>
        </>
      }
    >
      {done.what === 'erased' ? (
        <p>{words['trash.erased']({ title: done.title })}</p>
      ) : (
        <>
          <p>{words['trash.restored']({ title: done.draft.content.title })}</p>
          {done.draft.notRestored.length > 0 && (
            <p className="colo-quiet">{words['trash.restored.without']({ parts: format.list(done.draft.notRestored) })}</p>
          )}
        </>
      )}
    </Notice>
  );
}
