import { Busy, ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement } from 'react';
import { api } from '../../api/api.ts';
import { useAnswer, useRefresh } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { type Approval, shown } from './approval.ts';

interface Proposal {
  readonly id: string;
  readonly approvalId: string | null;
  readonly reason: string;
  readonly changes: readonly {
    readonly field: string;
    readonly value?: unknown;
    readonly find?: string;
    readonly replace?: string;
  }[];
}

/** What the assistant proposes to change in a piece, with the decision of its chat. */
export function ProposedChanges({ call, onDone }: { readonly call: Approval; readonly onDone: () => void }): ReactElement {
  const { id, targetKey, conversation } = call;
  const refresh = useRefresh();
  const { run, problem, isRunning } = useSending();
  const path = { id: targetKey ?? '', threadId: conversation ?? '' };
  const chat = useAnswer<{ readonly proposals: readonly Proposal[] }>(
    conversation === null ? null : '/contents/{id}/chat/{threadId}/messages',
    { path },
  );
  if (chat.problem) return <ProblemNotice problem={chat.problem} onRetry={chat.refresh} />;
  if (chat.value === undefined && conversation !== null) return <Busy lines={2} />;
  const proposal = chat.value?.proposals.find(({ approvalId }) => approvalId === id);
  if (!proposal) return <p className="colo-quiet">It is in an earlier part of the chat beside the piece.</p>;
  const decide = async (what: 'apply' | 'dismiss', done: string): Promise<void> => {
    const at = { id: targetKey ?? '', proposalId: proposal.id };
    await run(() => api.postOnce(`/contents/{id}/chat/proposals/{proposalId}/${what}`, { path: at, body: {} }), done);
    await refresh('/approvals', '/contents');
    onDone();
  };
  return (
    <>
      {proposal.reason !== '' && (
        <p>
          <bdi>{proposal.reason}</bdi>
        </p>
      )}
      <dl className="desk-arguments">
        {proposal.changes.map(({ field, value, find, replace }, index) => (
          <div key={index}>
            <dt>{field}</dt>
            <dd dir="auto">
              {find !== undefined && (
                <>
                  <del>{find}</del>{' '}
                </>
              )}
              <ins>{find === undefined ? shown(value) : replace}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <div className="colo-actions">
        <button type="button" className="colo-button" disabled={isRunning} onClick={() => void decide('dismiss', 'Declined.')}>
          Decline
        </button>
        <button
          type="button"
          className="colo-button"
          data-kind="main"
          disabled={isRunning}
          onClick={() => void decide('apply', 'Approved: the piece was changed.')}
        >
          Approve
        </button>
      </div>
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}
