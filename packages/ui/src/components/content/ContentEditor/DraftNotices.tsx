import { type ReactElement, useEffect, useRef, useState } from 'react';
import { draftsEn } from '../../../messages/drafts/en.ts';
import { editorEn } from '../../../messages/editor/en.ts';
import { fieldLabel } from '../../../messages/field-text.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { Notice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from './use-slice.ts';

interface DraftNoticesProps {
  readonly editor: ContentEditorState;
}

const NONE: readonly string[] = [];

/** What somebody must know about the draft that they write in, each until it is over or looked at. */
export function DraftNotices({ editor }: DraftNoticesProps): ReactElement {
  return (
    <>
      <WhoSees editor={editor} />
      <Away editor={editor} />
      <Both editor={editor} />
      <Ended editor={editor} />
      <SavedByOthers editor={editor} />
    </>
  );
}

/** Who sees unsaved text, once for each person on each device. */
function WhoSees({ editor }: DraftNoticesProps): ReactElement | null {
  const { storage, user } = useColophon();
  const words = useWords(draftsEn);
  const key = `colophon:draft-told:${user?.id ?? ''}`;
  const [isTold, setIsTold] = useState(() => readQuietly(() => storage?.getItem(key) ?? null) !== null);
  const isShared = useSlice(editor, ({ draft }) => draft?.phase === 'open' && draft.may === 'write' && !draft.isPrivate);
  if (isTold || !isShared) return null;
  const done = (): void => {
    readQuietly(() => storage?.setItem(key, '1'));
    setIsTold(true);
  };
  return (
    <Notice
      actions={
        <button type="button" className="colo-button" onClick={done}>
          {words['drafts.who.done']}
        </button>
      }
    >
      <p>{words['drafts.who']}</p>
    </Notice>
  );
}

function Away({ editor }: DraftNoticesProps): ReactElement | null {
  const { messages, signInHref, announce } = useColophon();
  const words = useWords(draftsEn);
  const ofEditor = useWords(editorEn);
  const connection = useSlice(editor, ({ draft }) => draft?.connection ?? 'online');
  const isUnkept = useSlice(editor, ({ draft }) => draft?.isCopyFailed === true);
  const said =
    connection === 'offline'
      ? words[isUnkept ? 'drafts.offline.unkept' : 'drafts.offline']
      : connection === 'signed_out'
        ? words['drafts.signedOut']
        : null;
  useEffect(() => {
    if (said !== null) announce(said);
  }, [said, announce]);
  if (said === null) return null;
  return (
    <Notice
      tone="warning"
      actions={
        <>
          {connection === 'signed_out' && (
            <a className="colo-link" href={signInHref} target="_blank" rel="noreferrer">
              {ofEditor['editor.signIn']}
            </a>
          )}
          <button type="button" className="colo-button" onClick={() => editor.draft?.retry()}>
            {messages['common.retry']}
          </button>
        </>
      }
    >
      <p>{said}</p>
    </Notice>
  );
}

/** Where others changed the same words while this editor was away: both stand. */
function Both({ editor }: DraftNoticesProps): ReactElement | null {
  const { messages, format } = useColophon();
  const words = useWords(draftsEn);
  const both = useSlice(editor, ({ draft }) => draft?.both ?? NONE);
  if (both.length === 0) return null;
  return (
    <Notice
      tone="warning"
      actions={
        <button type="button" className="colo-button" onClick={() => editor.draft?.settleBoth()}>
          {words['drafts.both.done']}
        </button>
      }
    >
      <p>{words['drafts.both']({ fields: format.list(both.map((field) => fieldLabel(field, messages))) })}</p>
    </Notice>
  );
}

/** Somebody who may not write any more, with what they wrote that was not sent. */
function Ended({ editor }: DraftNoticesProps): ReactElement | null {
  const { announce } = useColophon();
  const words = useWords(draftsEn);
  const isClosed = useSlice(editor, ({ draft }) => draft?.phase === 'closed');
  const problem = useSlice(editor, ({ draft }) => (draft?.phase === 'closed' ? draft.problem : null));
  const stranded = useSlice(editor, ({ draft }) => draft?.stranded ?? null);
  const mayWrite = useSlice(editor, ({ draft }) => draft?.may !== 'read');
  const wrote = useRef(false);
  if (mayWrite) wrote.current = true;
  if (!isClosed && (mayWrite || !wrote.current) && stranded === null) return null;
  const copy = async (): Promise<void> => {
    if (stranded === null) return;
    await navigator.clipboard.writeText(`${stranded.title}\n\n${stranded.body}`);
    announce(words['drafts.stranded.copied']);
  };
  return (
    <Notice
      tone="warning"
      actions={
        stranded !== null && (
          <button type="button" className="colo-button" onClick={() => void copy()}>
            {words['drafts.stranded.copy']}
          </button>
        )
      }
    >
      <p>{isClosed ? (problem?.detail ?? words['drafts.gone']) : words['drafts.readOnly']}</p>
      {stranded !== null && <p>{words['drafts.stranded']}</p>}
    </Notice>
  );
}

/** Told, and not shown: what was saved is in the draft already. */
function SavedByOthers({ editor }: DraftNoticesProps): null {
  const { announce } = useColophon();
  const words = useWords(draftsEn);
  const saved = useSlice(editor, ({ draft }) => draft?.saved ?? null);
  const known = useRef(saved?.rev ?? null);
  useEffect(() => {
    if (saved === null || saved.rev === known.current) return;
    known.current = saved.rev;
    if (saved.by !== null && saved.rev !== editor.snapshot.rev) announce(words['drafts.savedBy']({ name: saved.by }));
  }, [saved, editor, announce, words]);
  return null;
}

function readQuietly<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}
