import { type ReactElement, useEffect, useRef, useState } from 'react';
import { draftsEn } from '../../../messages/drafts/en.ts';
import { peopleIn, type Present } from '../../../state/draft/draft-presence.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { personLook } from '../../body/shared/person-look.ts';
import { ConfirmDialog } from '../../controls/ConfirmDialog.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { initialsOf } from '../../reading/initials.ts';
import { DraftNotices } from './DraftNotices.tsx';
import { useSlice } from './use-slice.ts';

interface DraftBarProps {
  readonly editor: ContentEditorState;
  /** Shows where somebody is in the text. */
  readonly onGo: (person: Present) => void;
}

/** Milliseconds between two announcements of who came and who left. */
const TOLD_EVERY = 10_000;
const NOBODY: readonly Present[] = [];

/** Above the text: who else is here, how the draft stands to what is saved, and that to what readers see. */
export function DraftBar({ editor, onGo }: DraftBarProps): ReactElement | null {
  const words = useWords(draftsEn);
  const isThere = useSlice(editor, ({ draft }) => draft !== null && draft.phase !== 'absent');
  if (!isThere) return null;
  return (
    <>
      <div className="colo-draft-bar" role="group" aria-label={words['drafts.label']}>
        <Standing editor={editor} />
        <People editor={editor} onGo={onGo} />
        <Sharing editor={editor} />
      </div>
      <DraftNotices editor={editor} />
    </>
  );
}

function Standing({ editor }: { readonly editor: ContentEditorState }): ReactElement {
  const { format } = useColophon();
  const words = useWords(draftsEn);
  const isDirty = useSlice(editor, (snapshot) => snapshot.isDirty);
  const waiting = useSlice(editor, ({ draft }) => draft?.waiting ?? 0);
  const isOpening = useSlice(editor, ({ draft }) => draft?.phase === 'opening');
  const isAway = useSlice(editor, ({ draft }) => draft !== null && draft.connection !== 'online');
  const isPublished = useSlice(editor, ({ stored }) => stored?.status === 'published');
  const isBehind = useSlice(editor, ({ stored }) => (stored?.changedSincePublication?.length ?? 0) > 0);
  const kept = isOpening
    ? words['drafts.opening']
    : waiting === 0
      ? words['drafts.kept']
      : isAway
        ? words['drafts.waiting']({ count: waiting }, format)
        : words['drafts.sending'];
  return (
    <p className="colo-draft-standing">
      <span className="colo-label" data-tone={isDirty ? 'warning' : 'neutral'}>
        {words[isDirty ? 'drafts.changed' : 'drafts.saved']}
      </span>{' '}
      <span className="colo-quiet" data-draft-kept={waiting === 0 && !isOpening}>
        {words[isPublished ? (isBehind ? 'drafts.readers.other' : 'drafts.readers.same') : 'drafts.readers.none']} · {kept}
      </span>
    </p>
  );
}

function People({ editor, onGo }: DraftBarProps): ReactElement | null {
  const { user } = useColophon();
  const words = useWords(draftsEn);
  const others = useSlice(editor, ({ draft }) => draft?.others ?? NOBODY);
  const people = peopleIn(others, user?.id ?? '');
  useTold(people);
  if (people.length === 0) return null;
  return (
    <ul className="colo-people" aria-label={words['drafts.people']}>
      {people.map((person) => {
        const name = person.name ?? words['drafts.somebody'];
        const place = words['drafts.person']({ place: words[`drafts.in.${person.field}`] });
        return (
          <li key={person.userId}>
            <button
              type="button"
              className="colo-person colo-person-look"
              data-person={personLook(person.userId)}
              data-writing={person.isWriting || undefined}
              onClick={() => onGo(person)}
            >
              <span className="colo-person-initials" aria-hidden="true">
                {initialsOf(name)}
              </span>
              <bdi className="colo-person-name">{name}</bdi>
              <span className="colo-visually-hidden">{place}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Tells who came and who left: at once, and no oftener than every ten seconds. */
function useTold(people: readonly Present[]): void {
  const { announce, format } = useColophon();
  const words = useWords(draftsEn);
  const told = useRef(new Map<string, string>());
  const last = useRef(-TOLD_EVERY);
  const now = useRef(people);
  now.current = people;
  const key = people.map(({ userId }) => userId).join(' ');
  useEffect(() => {
    const tell = (): void => {
      last.current = performance.now();
      const here = new Map(now.current.map(({ userId, name }) => [userId, name ?? words['drafts.somebody']]));
      const come = [...here].filter(([id]) => !told.current.has(id)).map(([, name]) => name);
      const gone = [...told.current].filter(([id]) => !here.has(id)).map(([, name]) => name);
      told.current = here;
      const said = [
        ...(come.length > 0 ? [words['drafts.came']({ names: format.list(come) })] : []),
        ...(gone.length > 0 ? [words['drafts.left']({ names: format.list(gone) })] : []),
      ];
      if (said.length > 0) announce(said.join(' '));
    };
    const timer = setTimeout(tell, Math.max(0, last.current + TOLD_EVERY - performance.now()));
    return () => clearTimeout(timer);
  }, [key, announce, format, words]);
}

/** Shows a private draft to the others, for good. */
function Sharing({ editor }: { readonly editor: ContentEditorState }): ReactElement | null {
  const { announce } = useColophon();
  const words = useWords(draftsEn);
  const isPrivate = useSlice(editor, ({ draft }) => draft?.isPrivate === true && draft.may === 'write');
  const [isAsked, setIsAsked] = useState(false);
  const share = async (): Promise<void> => {
    await editor.draft?.share();
    announce(words['drafts.shared']);
  };
  if (!isPrivate) return null;
  return (
    <div className="colo-draft-private">
      <p className="colo-quiet">{words['drafts.private']}</p>
      <button type="button" className="colo-button" aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        {words['drafts.share']}
      </button>
      {isAsked && (
        <ConfirmDialog
          title={words['drafts.share.title']}
          confirm={words['drafts.share']}
          onConfirm={share}
          onClose={() => setIsAsked(false)}
        >
          <p>{words['drafts.share.text']}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
