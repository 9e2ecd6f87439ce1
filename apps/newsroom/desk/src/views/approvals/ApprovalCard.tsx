import { useColophon } from '@colophon/ui';
import { ProblemNotice, TextField } from '@colophon/ui/controls';
import { type ReactElement, useId, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/api.ts';
import { useRefresh } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { actionOf, type Approval, isOfPiece, STATES } from './approval.ts';
import { CallArguments } from './CallArguments.tsx';
import { ProposedChanges } from './ProposedChanges.tsx';

interface ApprovalCardProps {
  readonly call: Approval;
  /** The title of the piece that it is about, once it is known. */
  readonly title: string | undefined;
  readonly onDone: () => void;
}

/** One call: what would be done, by which program, until when, and the decision. */
export function ApprovalCard({ call, title, onDone }: ApprovalCardProps): ReactElement {
  const { format } = useColophon();
  const heading = useId();
  const { state, summary, targetKey, expiresAt, reason, problem } = call;
  const tone = STATES[state];
  return (
    <article className="desk-box desk-approval" aria-labelledby={heading}>
      <h2 id={heading}>
        {actionOf(call)}
        {title !== undefined && (
          <>
            : <bdi>{title}</bdi>
          </>
        )}
      </h2>
      <p>
        <span className="colo-label" data-tone={tone.tone}>
          {tone.label}
        </span>{' '}
        <span className="colo-quiet">
          <Program call={call} /> · asked {format.dateTime(call.created_at)}
          {state === 'waiting' && ` · until ${format.dateTime(expiresAt)}`}
        </span>
      </p>
      {call.origin === 'mcp' && summary !== '' && <p>{summary}</p>}
      {isOfPiece(call) && (
        <p>
          <Link href={`/pieces/${targetKey ?? ''}`}>Open the piece</Link>
        </p>
      )}
      {state === 'waiting' &&
        (call.origin === 'mcp' ? <AgentCall call={call} onDone={onDone} /> : <ProposedChanges call={call} onDone={onDone} />)}
      {reason !== null && (
        <p className="colo-quiet">
          Reason: <bdi>{reason}</bdi>
        </p>
      )}
      {problem !== null && <p className="colo-quiet">Why not: {PROBLEMS[problem] ?? problem}</p>}
    </article>
  );
}

/** Texts for the codes of calls that were not done; others are shown as they are. */
const PROBLEMS: Readonly<Record<string, string>> = {
  grant_ended: 'the agent was disconnected',
  interrupted: 'the server stopped while it ran; the audit log has what was done',
  precondition_failed: 'the record had changed',
  proposal_stale: 'the piece had changed',
  chat_erased: 'the chat was erased',
  not_found: 'the record was gone',
};

/** Who asks: the host that vouches for a program is what people can recognize; its name is what it says. */
function Program({ call: { origin, agentId, agentName, agentHost } }: { readonly call: Approval }): ReactElement {
  if (origin === 'assistant') return <>the assistant{agentId === null ? '' : ` (${agentId})`}</>;
  return (
    <>
      <strong>{agentHost ?? 'not verified: it registered itself'}</strong>, which calls itself <bdi>{agentName ?? 'nothing'}</bdi>
    </>
  );
}

function AgentCall({ call, onDone }: { readonly call: Approval; readonly onDone: () => void }): ReactElement {
  const refresh = useRefresh();
  const { run, problem, isRunning } = useSending();
  const [reason, setReason] = useState('');
  const decide = async (what: 'approve' | 'decline', done: string): Promise<void> => {
    const body = what === 'decline' && reason.trim() !== '' ? { reason: reason.trim() } : {};
    await run(() => api.postOnce(`/approvals/{id}/${what}`, { path: { id: call.id }, body }), done);
    await refresh('/approvals');
    onDone();
  };
  return (
    <>
      <CallArguments call={call} />
      <TextField
        label="Reason, if you decline"
        hint="The program is told."
        value={reason}
        onChange={setReason}
        input={{ maxLength: 500 }}
      />
      <div className="colo-actions">
        <button
          type="button"
          className="colo-button"
          disabled={isRunning}
          aria-label={`Decline: ${actionOf(call)}`}
          onClick={() => void decide('decline', 'Declined.')}
        >
          Decline
        </button>
        <button
          type="button"
          className="colo-button"
          data-kind="main"
          disabled={isRunning}
          aria-label={`Approve: ${actionOf(call)}`}
          onClick={() => void decide('approve', 'Approved. The program can do it now, once.')}
        >
          Approve
        </button>
      </div>
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}
