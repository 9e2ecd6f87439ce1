import { type ReactElement, useRef, useState } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { EditorProblem } from '../../../state/editor/editor-snapshot.ts';
import type { GovernanceSnapshot } from '../../../state/governance/governance.ts';
import { isPast } from '../../../state/schedule.ts';
import { DateTimeField } from '../../controls/DateTimeField.tsx';
import { Modal } from '../../controls/Modal.tsx';
import { Notice, ProblemNotice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from '../ContentEditor/use-slice.ts';
import { saveWith } from '../ContentEditor/status-changes.ts';
import { blockingOf } from './blocking-of.ts';
import { PublishChecklist, type WaysOn } from './PublishChecklist.tsx';

export interface PublishDialogProps extends WaysOn {
  readonly editor: ContentEditorState;
  readonly snapshot: GovernanceSnapshot;
  readonly onClose: () => void;
}

/**
 * The requirements of a piece, and the two ways to publish it: now, or at a time; of a published piece, its changes. If a blocking requirement is not met, submitting for
 * review is the main button; publishing stays possible, since the server decides.
 */
export function PublishDialog({ editor, snapshot, onClose, ...ways }: PublishDialogProps): ReactElement {
  const { governance } = ways;
  const { announce, format } = useColophon();
  const words = useWords(governanceEn);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const mayPublish = useSlice(editor, ({ stored }) => stored?.can?.publish !== false);
  const isLive = useSlice(editor, ({ base }) => base?.status === 'published');
  const [at, setAt] = useState<string | null>(null);
  const isRunning = useRef(false);
  const send = async (changes: Parameters<ContentEditorState['update']>[0], done: string): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem(null);
    const { outcome, problem: refused } = await storeAndSend(editor, changes, () => announce(words['gov.publish.stored']));
    isRunning.current = false;
    if (outcome.status === 'saved') {
      announce(done);
      onClose();
      return;
    }
    setProblem(refused);
    const blocking = blockingOf(refused?.problem ?? null);
    if (blocking.length > 0) governance?.refused(blocking);
    announce(blocking.length > 0 ? words['gov.publish.refused']({ count: blocking.length }, format) : outcome.detail, 'assertive');
    if (outcome.status === 'conflict') onClose();
  };
  const blocked = blockingOf(problem?.problem ?? null);
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
      {blocked.length > 0 ? (
        <Notice tone="danger">
          <p>{words['gov.publish.refused']({ count: blocked.length }, format)}</p>
        </Notice>
      ) : (
        problem && <ProblemNotice problem={problem} />
      )}
      {unmet > 0 && blocked.length === 0 && (
        <p>{isBlocked ? words['gov.publish.blocked']({ count: unmet }, format) : words['gov.publish.allowed']({ count: unmet }, format)}</p>
      )}
      <PublishChecklist snapshot={snapshot} {...ways} />
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

interface PublishButtonsProps {
  readonly editor: ContentEditorState;
  /** When to publish; null is now. */
  readonly at: string | null;
  /** Whether the server would reject publishing at the moment. */
  readonly isBlocked: boolean;
  /** Whether the piece is published: what is published then are its changes. */
  readonly isLive: boolean;
  readonly onSend: (changes: Parameters<ContentEditorState['update']>[0], done: string) => void;
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

/**
 * Saves with changes of the status. A piece that was never stored is stored as it is first: if it cannot be published, it is kept, and
 * its requirements can be met.
 */
async function storeAndSend(
  editor: ContentEditorState,
  changes: Parameters<ContentEditorState['update']>[0],
  onStored: () => void,
): ReturnType<typeof saveWith> {
  if (editor.snapshot.contentId === null) {
    const outcome = await editor.save();
    if (outcome.status !== 'saved') return { outcome, problem: editor.snapshot.problem };
    onStored();
  }
  return saveWith(editor, changes);
}
