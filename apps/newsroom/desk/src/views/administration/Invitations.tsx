import type { Role } from '@colophon/ui';
import { useColophon } from '@colophon/ui';
import { ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement } from 'react';
import { api } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
}

/** Pending invitations. */
export function Invitations(): ReactElement | null {
  const { format } = useColophon();
  const { value, problem, refresh } = useAnswer<{ readonly items: readonly Invitation[] }>('/members/invitations');
  if (problem !== null) return <ProblemNotice problem={problem} onRetry={refresh} />;
  if (value === undefined || value.items.length === 0) return null;
  return (
    <>
      <h2>Pending invitations</h2>
      <ul className="desk-rows">
        {value.items.map(({ id, email, role, expiresAt }) => (
          <li key={id}>
            <span className="desk-row-main">
              <bdi>{email}</bdi>{' '}
              <span className="colo-quiet">
                {role} · expires {format.dateTime(expiresAt)}
              </span>
            </span>
            <ConfirmButton
              label="Revoke"
              of={email}
              title={`Revoke the invitation for ${email}?`}
              confirm="Revoke"
              done="Invitation revoked."
              onConfirm={async () => {
                await api.delete('/members/invitations/{invitationId}', { path: { invitationId: id } });
                refresh();
              }}
            >
              <p>The link stops working immediately.</p>
            </ConfirmButton>
          </li>
        ))}
      </ul>
    </>
  );
}
