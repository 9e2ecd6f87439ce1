import type { Role } from '@colophon/ui';
import { ProblemNotice } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useSession } from '../../api/session.ts';
import { useList, useRefresh } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import { ListBody } from '../../parts/ListBody.tsx';
import { View } from '../../shell/View.tsx';
import { FactorRoles } from './FactorRoles.tsx';
import { InviteForm } from './InviteForm.tsx';
import { Invitations } from './Invitations.tsx';
import { ROLES } from './roles.ts';

interface Member {
  readonly id: string;
  readonly userId: string;
  readonly rev: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly grantedBy: string | null;
  readonly disabledAt: string | null;
  readonly secondFactor: boolean;
}

/** The members of the workspace and their roles. */
export function Users(): ReactElement {
  const refresh = useRefresh();
  const [isInviting, setIsInviting] = useState(false);
  const list = useList<Member>('/members', { limit: 100 });
  return (
    <View
      title="People"
      lead="Members of this workspace and their roles."
      actions={
        <button type="button" className="colo-button" data-kind="main" onClick={() => setIsInviting(true)}>
          Invite
        </button>
      }
    >
      {isInviting && <InviteForm onClose={() => setIsInviting(false)} />}
      <ListBody list={list} empty="No members yet.">
        {(items) => (
          <ul className="desk-rows">
            {items.map((member) => (
              <MemberRow key={member.id} member={member} onChanged={() => refresh('/members')} />
            ))}
          </ul>
        )}
      </ListBody>
      <Invitations />
      <FactorRoles />
    </View>
  );
}

interface MemberRowProps {
  readonly member: Member;
  readonly onChanged: () => Promise<void>;
}

function MemberRow({ member, onChanged }: MemberRowProps): ReactElement {
  const { user } = useSession();
  const { run, problem } = useSending();
  const { id, rev, email, role, disabledAt } = member;
  const name = member.name || email;
  const path = { id };
  const isSelf = member.userId === user.id;
  const setRole = async (next: Role): Promise<void> => {
    await run(() => api.patch('/members/{id}', { path, body: { role: next }, ifMatch: rev }), `${name} is now ${next}.`);
    await onChanged();
  };
  return (
    <li>
      <span className="desk-row-main">
        <bdi>
          <strong>{name}</strong>
        </bdi>{' '}
        <bdi className="colo-quiet">{email}</bdi> {isSelf && <span className="colo-quiet">(you)</span>}{' '}
        {disabledAt !== null && (
          <span className="colo-label" data-tone="danger">
            disabled
          </span>
        )}{' '}
        {member.secondFactor && (
          <span className="colo-label" data-tone="success">
            second factor
          </span>
        )}{' '}
        {member.grantedBy !== null && <span className="colo-quiet">role granted by {member.grantedBy}</span>}
      </span>
      <label className="desk-choice">
        <span className="colo-visually-hidden">Role of {name}</span>
        <select className="colo-input" value={role} onChange={(event) => void setRole(event.target.value as Role)}>
          {ROLES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {member.secondFactor && !isSelf && <ResetFactorButton member={member} onChanged={onChanged} />}
      {!isSelf && <AccountButton member={member} onChanged={onChanged} />}
      {!isSelf && (
        <ConfirmButton
          label="Remove"
          of={name}
          title={`Remove ${name}?`}
          confirm="Remove"
          done={`${name} was removed.`}
          onConfirm={async () => {
            await api.delete('/members/{id}', { path, ifMatch: rev });
            await onChanged();
          }}
        >
          <p>They lose access to this workspace. Their account and their pieces are kept.</p>
        </ConfirmButton>
      )}
      {problem && (
        <div className="desk-row-below">
          <ProblemNotice problem={problem} />
        </div>
      )}
    </li>
  );
}

/** Enables or disables an account. */
function AccountButton({ member, onChanged }: MemberRowProps): ReactElement {
  const { run, problem } = useSending();
  const path = { id: member.id };
  const name = member.name || member.email;
  if (member.disabledAt !== null)
    return (
      <>
        {problem && <ProblemNotice problem={problem} />}
        <button
          type="button"
          className="colo-button"
          aria-label={`Enable ${name}`}
          onClick={() => void run(() => api.post('/members/{id}/enable', { path }), `${name} can sign in again.`).then(onChanged)}
        >
          Enable
        </button>
      </>
    );
  return (
    <ConfirmButton
      label="Disable"
      of={name}
      title={`Disable the account of ${name}?`}
      confirm="Disable"
      done={`${name} was disabled.`}
      onConfirm={async () => {
        await api.post('/members/{id}/disable', { path });
        await onChanged();
      }}
    >
      <p>They are signed out everywhere immediately and cannot sign in. Their pieces are kept. You can enable the account again.</p>
    </ConfirmButton>
  );
}

/** Resets the second factor of a user who has lost it. */
function ResetFactorButton({ member, onChanged }: MemberRowProps): ReactElement {
  const name = member.name || member.email;
  return (
    <ConfirmButton
      label="Reset second factor"
      of={name}
      title={`Reset the second factor of ${name}?`}
      confirm="Reset"
      done={`The second factor of ${name} was reset.`}
      onConfirm={async () => {
        await api.post('/members/{id}/reset-factor', { path: { id: member.id } });
        await onChanged();
      }}
    >
      <p>
        Removes their passkeys, authenticator app and recovery codes, and signs them out everywhere. Verify the identity of the person
        before you do this.
      </p>
    </ConfirmButton>
  );
}
