import { type ReactElement, useRef, useState } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { EditorProblem } from '../../../state/editor/editor-snapshot.ts';
import type { GovernanceOf, GovernanceSnapshot } from '../../../state/governance/governance.ts';
import type { RequirementState } from '../../../state/records.ts';
import { DateTimeField } from '../../controls/DateTimeField.tsx';
import { Modal } from '../../controls/Modal.tsx';
import { Notice, ProblemNotice } from '../../controls/Notice.tsx';
import { statusOf } from '../../governance/panel/RequirementRow.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from '../ContentEditor/use-slice.ts';

interface PublishDialogProps {
  readonly editor: ContentEditorState;
  readonly governance: GovernanceOf | null;
  readonly snapshot: GovernanceSnapshot;
  readonly onClose: () => void;
}

/** What is asked of a piece, and the two ways to publish it: now, or at a time. It can always be pressed; the server decides. */
export function PublishDialog({ editor, governance, snapshot, onClose }: PublishDialogProps): ReactElement {
  const { announce, format } = useColophon();
  const words = useWords(governanceEn);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const isPublished = useSlice(editor, ({ base }) => base?.status === 'published');
  const mayPublish = useSlice(editor, ({ stored }) => stored?.can?.publish !== false);
  const [at, setAt] = useState<string | null>(null);
  const isRunning = useRef(false);
  const send = async (changes: Parameters<ContentEditorState['update']>[0], done: string): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    const { status, publishAt } = editor.form;
    setProblem(null);
    editor.update(changes);
    const outcome = await editor.save();
    isRunning.current = false;
    if (outcome.status === 'saved') {
      announce(done);
      onClose();
      return;
    }
    // What was refused is no edit of the person's: the form says again what it said.
    setProblem(editor.snapshot.problem);
    editor.update({ status, publishAt });
    const blocking = blockingOf(editor.snapshot.problem?.problem ?? null);
    if (blocking.length > 0) governance?.refused(blocking);
    announce(blocking.length > 0 ? words['gov.publish.refused']({ count: blocking.length }, format) : outcome.detail, 'assertive');
    if (outcome.status === 'conflict') onClose();
  };
  const blocked = blockingOf(problem?.problem ?? null);
  return (
    <Modal
      title={words['gov.publish.title']}
      onClose={onClose}
      actions={<PublishButtons editor={editor} at={at} onSend={(changes, done) => void send(changes, done)} onClose={onClose} />}
    >
      {!mayPublish && (
        <Notice>
          <p>{words['gov.publish.forbidden']}</p>
        </Notice>
      )}
      {isPublished && (
        <Notice>
          <p>{words['gov.publish.published']}</p>
        </Notice>
      )}
      {blocked.length > 0 ? (
        <Notice tone="danger">
          <p>{words['gov.publish.refused']({ count: blocked.length }, format)}</p>
        </Notice>
      ) : (
        problem && <ProblemNotice problem={problem} />
      )}
      <Checklist snapshot={snapshot} />
      {mayPublish && <DateTimeField label={words['gov.publish.at']} value={at} onChange={setAt} />}
    </Modal>
  );
}

interface PublishButtonsProps {
  readonly editor: ContentEditorState;
  /** When it is to be published; null is now. */
  readonly at: string | null;
  readonly onSend: (changes: Parameters<ContentEditorState['update']>[0], done: string) => void;
  readonly onClose: () => void;
}

/** Publishing now or at a time; who may not publish hands a draft in. */
function PublishButtons({ editor, at, onSend, onClose }: PublishButtonsProps): ReactElement {
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
  return (
    <>
      {button(messages['common.cancel'], onClose)}
      {mayPublish && at !== null && button(words['gov.publish.later'], () => plan(at))}
      {mayPublish && button(words['gov.publish.now'], publish, 'main')}
      {!mayPublish && isDraft && button(words['gov.publish.handIn'], handIn, 'main')}
    </>
  );
}

/** Every requirement with how the piece stands to it, and why. */
function Checklist({ snapshot: { readiness, governed } }: { readonly snapshot: GovernanceSnapshot }): ReactElement {
  const words = useWords(governanceEn);
  if (readiness === null) return <p className="colo-quiet">{words['gov.ungoverned']}</p>;
  return (
    <ul className="colo-gov-rows" aria-label={words['gov.requirements']}>
      {readiness.requirements.map((requirement) => {
        const { policyKey, label, reason, satisfied, blocking } = requirement;
        const kind = governed?.policies.find(({ key }) => key === policyKey)?.kind ?? 'custom';
        return (
          <li key={policyKey} className="colo-gov-row" data-state={satisfied ? 'good' : blocking ? 'bad' : 'warn'}>
            <p className="colo-gov-name">
              <bdi>
                <strong>{label}</strong>
              </bdi>{' '}
              {statusOf(requirement, kind, words)}
              {!blocking && <span className="colo-quiet"> ({words['gov.optional']})</span>}
            </p>
            {reason !== null && !satisfied && <p>{reason}</p>}
          </li>
        );
      })}
    </ul>
  );
}

/** What a refusal to publish names. */
function blockingOf(problem: Readonly<Record<string, unknown>> | null): readonly RequirementState[] {
  const blocking = problem?.['blockingRequirements'];
  return Array.isArray(blocking) ? (blocking as readonly RequirementState[]) : [];
}
