import { newIntent } from '@colophon/client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { draftsEn } from '../../../messages/drafts/en.ts';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import type { GovernanceSnapshot } from '../../../state/governance/governance.ts';
import { isPast } from '../../../state/schedule.ts';
import { DateTimeField } from '../../controls/DateTimeField.tsx';
import { Modal } from '../../controls/Modal.tsx';
import { Notice, ProblemNotice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from '../ContentEditor/use-slice.ts';
import { blockingOf } from './blocking-of.ts';
import { changeForReaders } from './change-for-readers.ts';
import { publishPiece, type PublishOutcome } from './publish-piece.ts';
import { type Looking, useLookedAt } from './use-looked-at.ts';
import { PublishChecklist, type WaysOn } from './PublishChecklist.tsx';
import { type NoticeDraft, TellReaders } from './TellReaders.tsx';

export interface PublishDialogProps extends WaysOn {
  readonly snapshot: GovernanceSnapshot;
  readonly onClose: () => void;
}

type Changes = Parameters<ContentEditorState['update']>[0];

/**
 * The one way to publish a piece: it saves first, shows every requirement with what meets it, and publishes now or at a time. Changes of a
 * published piece are published here too, with a notice to readers or without. If a blocking requirement is not met, submitting for
 * review is the main button; publishing stays possible, since the server decides.
 */
export function PublishDialog({ snapshot, onClose, ...ways }: PublishDialogProps): ReactElement {
  const { governance, editor } = ways;
  const { client, announce, format } = useColophon();
  const words = useWords(governanceEn);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const mayPublish = useSlice(editor, ({ stored }) => stored?.can?.publish !== false);
  const mayTell = useSlice(editor, ({ stored }) => stored?.can?.correct !== false);
  const [isLive] = useState(() => editor.snapshot.base?.status === 'published');
  const [at, setAt] = useState<string | null>(null);
  const [notice, setNotice] = useState(() => proposedNotice(editor, words));
  const [isMissing, setIsMissing] = useState(false);
  const [isUntold, setIsUntold] = useState(false);
  const [intent] = useState(newIntent);
  const isRunning = useRef(false);
  const saving = useSavedFirst(editor, { isLive, onProblem: setProblem });
  const looking = useLookedAt(editor, saving);
  const send = async (changes: Changes, done: string): Promise<void> => {
    if (isRunning.current) return;
    const told = isLive && mayTell && notice.isTold ? { type: notice.type, summary: notice.summary.trim() } : null;
    if (told?.summary === '') return setIsMissing(true);
    isRunning.current = true;
    setProblem(null);
    await saving.current;
    const outcome = await publishLooked(looking, (through) => publishPiece(client, editor, { changes, notice: told, intent, through }));
    isRunning.current = false;
    if (outcome.status === 'published') {
      announce(told === null ? done : words['gov.tell.done']);
      onClose();
      return;
    }
    setProblem(outcome.problem);
    setIsUntold(outcome.status === 'untold');
    const blocking = blockingOf(outcome.problem?.problem ?? null);
    if (blocking.length > 0) governance?.refused(blocking);
    announce(blocking.length > 0 ? words['gov.publish.refused']({ count: blocking.length }, format) : outcome.detail, 'assertive');
    if (outcome.status === 'conflict') onClose();
  };
  const { readiness, governed } = snapshot;
  const unmet = readiness?.blockingRequirements.length ?? 0;
  const isBlocked = unmet > 0 && governed?.enforcePublishReadiness === true;
  return (
    <Modal
      title={isLive ? words['gov.changes.title'] : mayPublish ? words['gov.publish.title'] : words['gov.publish.handIn']}
      onClose={onClose}
      actions={
        <PublishButtons
          editor={editor}
          at={at}
          isBlocked={isBlocked}
          isLive={isLive}
          onSend={(changes, done) => void send(changes, done)}
          onClose={onClose}
        />
      }
    >
      {!mayPublish && (
        <Notice>
          <p>{words['gov.publish.forbidden']}</p>
        </Notice>
      )}
      {looking.isChanged && <ChangedSince onLook={() => void looking.lookAgain()} />}
      {isUntold && <Untold />}
      <Refusal problem={problem} unmet={unmet} isBlocked={isBlocked} />
      <PublishChecklist snapshot={snapshot} {...ways} />
      {isLive && mayTell && <TellReaders draft={notice} onChange={setNotice} isMissing={isMissing} />}
      {mayPublish && !isLive && (
        <DateTimeField
          label={words['gov.publish.at']}
          value={at}
          onChange={setAt}
          hint={isPast(at, Date.now()) ? words['gov.publish.past'] : null}
        />
      )}
    </Modal>
  );
}

/** Publishes what was looked at; what hinders reaching the server is a refusal like others. */
async function publishLooked(looking: Looking, publish: (through: string | undefined) => Promise<PublishOutcome>): Promise<PublishOutcome> {
  try {
    return await publish(await looking.through());
  } catch (error) {
    const problem = problemOf(error);
    return { status: 'refused', detail: problem.detail, problem };
  }
}

/** It is published, and readers are not told. */
function Untold(): ReactElement {
  const words = useWords(governanceEn);
  return (
    <Notice tone="warning">
      <p>{words['gov.tell.untold']}</p>
    </Notice>
  );
}

/** The text was changed since it was looked at; what is published is what was looked at. */
function ChangedSince({ onLook }: { readonly onLook: () => void }): ReactElement {
  const words = useWords(draftsEn);
  return (
    <Notice
      tone="warning"
      actions={
        <button type="button" className="colo-button" onClick={onLook}>
          {words['drafts.publish.again']}
        </button>
      }
    >
      <p>{words['drafts.publish.since']}</p>
    </Notice>
  );
}

/** Why it was not published, or what will be said against it. */
function Refusal({
  problem,
  unmet,
  isBlocked,
}: {
  readonly problem: EditorProblem | null;
  readonly unmet: number;
  readonly isBlocked: boolean;
}): ReactElement | null {
  const { format } = useColophon();
  const words = useWords(governanceEn);
  const count = blockingOf(problem?.problem ?? null).length;
  if (count > 0)
    return (
      <Notice tone="danger">
        <p>{words['gov.publish.refused']({ count }, format)}</p>
      </Notice>
    );
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      {unmet > 0 && (
        <p>{isBlocked ? words['gov.publish.blocked']({ count: unmet }, format) : words['gov.publish.allowed']({ count: unmet }, format)}</p>
      )}
    </>
  );
}

interface PublishButtonsProps {
  readonly editor: ContentEditorState;
  /** When to publish; null is now. */
  readonly at: string | null;
  /** Whether the server would reject publishing at the moment. */
  readonly isBlocked: boolean;
  /** Whether the piece is published: what is published then are its changes. */
  readonly isLive: boolean;
  readonly onSend: (changes: Changes, done: string) => void;
  readonly onClose: () => void;
}

/** Publishes now or at a set time. A draft that cannot be published yet can be submitted for review. */
function PublishButtons({ editor, at, isBlocked, isLive, onSend, onClose }: PublishButtonsProps): ReactElement {
  const { messages, format } = useColophon();
  const words = useWords(governanceEn);
  const mayPublish = useSlice(editor, ({ stored }) => stored?.can?.publish !== false);
  const isDraft = useSlice(editor, ({ fields }) => fields.status === 'draft');
  const button = (label: string, onPress: () => void, kind?: 'main'): ReactElement => (
    <button type="button" className="colo-button" data-kind={kind} onClick={onPress}>
      {label}
    </button>
  );
  const handIn = (): void => onSend({ status: 'review' }, words['gov.publish.handedIn']);
  const publish = (): void => onSend({ status: 'published' }, words['gov.publish.done']);
  const plan = (publishAt: string): void => onSend({ publishAt }, words['gov.publish.planned']({ date: format.dateTime(publishAt) }));
  const isHandedIn = isDraft && (!mayPublish || isBlocked);
  const plain = isBlocked ? undefined : 'main';
  if (isLive)
    return (
      <>
        {button(messages['common.cancel'], onClose)}
        {button(words['gov.changes.publish'], () => onSend({}, words['gov.changes.done']), plain)}
      </>
    );
  return (
    <>
      {button(messages['common.cancel'], onClose)}
      {mayPublish && button(words['gov.publish.now'], publish, at === null ? plain : undefined)}
      {mayPublish && at !== null && button(words['gov.publish.later'], () => plan(at), plain)}
      {isHandedIn && button(words['gov.publish.handIn'], handIn, 'main')}
    </>
  );
}

/** Saves what is typed before anything is judged. What is published already is saved by publishing it. */
function useSavedFirst(
  editor: ContentEditorState,
  { isLive, onProblem }: { readonly isLive: boolean; readonly onProblem: (problem: EditorProblem | null) => void },
): { readonly current: Promise<void> } {
  const { announce } = useColophon();
  const words = useWords(governanceEn);
  const saving = useRef(Promise.resolve());
  const isBegun = useRef(false);
  useEffect(() => {
    const { contentId, isDirty } = editor.snapshot;
    if (isBegun.current || isLive || (contentId !== null && !isDirty)) return;
    isBegun.current = true;
    const save = async (): Promise<void> => {
      const { status } = await editor.save();
      if (status === 'saved') announce(words['gov.publish.stored']);
      else onProblem(editor.snapshot.problem);
    };
    saving.current = save();
  }, [editor, isLive, announce, words, onProblem]);
  return saving;
}

/** The longest words that a drafted notice quotes. */
const LONGEST_QUOTE = 160;

/** What the desk proposes to tell readers, from the difference. */
function proposedNotice(editor: ContentEditorState, words: Pick<typeof governanceEn, 'gov.tell.draft'>): NoticeDraft {
  const { base, fields } = editor.snapshot;
  const change = base === null ? null : changeForReaders(base, fields);
  const { before = '', after = '', isSubstantial = false } = change ?? {};
  const isQuoted = before !== '' && after !== '' && before.length <= LONGEST_QUOTE && after.length <= LONGEST_QUOTE;
  return { isTold: isSubstantial, type: 'correction', summary: isQuoted ? words['gov.tell.draft']({ before, after }) : '' };
}
