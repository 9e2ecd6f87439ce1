import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useAnswer, useList } from '../../api/use-answer.ts';
import { useTitles } from '../../api/use-titles.ts';
import { ListBody } from '../../parts/ListBody.tsx';
import { StatusChoice, useStatus } from '../../parts/StatusChoice.tsx';
import { View } from '../../shell/View.tsx';
import { type Approval, isOfPiece } from './approval.ts';
import { ApprovalCard } from './ApprovalCard.tsx';
import { ProblemNotice } from '@colophon/ui/controls';

const WHICH = [
  { value: '', label: 'Waiting' },
  { value: 'approved,running,done', label: 'Approved' },
  { value: 'declined', label: 'Declined' },
  { value: 'expired,failed', label: 'Not done' },
] as const;

/** Milliseconds between two looks at what waits. */
const ASKED_EVERY = 15_000;

/** What the assistant and the person's agents want to do for them, and what became of it; with an id, one call. */
export function Approvals({ id }: { readonly id: string | undefined }): ReactElement {
  return id === undefined ? <AllApprovals /> : <OneApproval id={id} />;
}

function AllApprovals(): ReactElement {
  const status = useStatus();
  const list = useList<Approval>('/approvals', {
    query: { 'state[in]': status === '' ? 'waiting' : status, orderBy: '-created_at' },
    askAgainIn: () => ASKED_EVERY,
  });
  const titles = useTitles(list.value?.flatMap((call) => (isOfPiece(call) ? (call.targetKey ?? []) : [])));
  return (
    <View
      title="Approvals"
      lead="What the assistant and the agents that you have connected want to do for you. Nothing of it happens unless you approve it."
      actions={
        <a className="colo-button" href="/account/agents">
          Your agents
        </a>
      }
    >
      <StatusChoice options={WHICH} />
      <ListBody list={list} empty={status === '' ? 'Nothing is waiting for you.' : 'None.'}>
        {(items) => (
          <ul className="desk-approvals">
            {items.map((call) => (
              <li key={call.id}>
                <ApprovalCard call={call} title={titles.get(call.targetKey ?? '')} onDone={list.refresh} />
              </li>
            ))}
          </ul>
        )}
      </ListBody>
    </View>
  );
}

/** The page that an agent sends its person to. */
function OneApproval({ id }: { readonly id: string }): ReactElement {
  const { value: call, problem, refresh } = useAnswer<Approval>('/approvals/{id}', { path: { id } });
  const titles = useTitles(call && isOfPiece(call) && call.targetKey !== null ? [call.targetKey] : []);
  return (
    <View title="Approval" lead="A program that you have connected asks before it does this for you.">
      {problem && <ProblemNotice problem={problem} onRetry={refresh} />}
      {call && <ApprovalCard call={call} title={titles.get(call.targetKey ?? '')} onDone={refresh} />}
      <p>
        <Link href="/approvals">All approvals</Link>
      </p>
    </View>
  );
}
