import type { Role } from '@colophon/ui';
import { useColophon } from '@colophon/ui';
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

/** Invitations that still work. */
export function Invitations(): ReactElement | null {
  const { format } = useColophon();
  const { value, refresh } = useAnswer<{ readonly items: readonly Invitation[] }>('/members/invitations');
  if (value === undefined || value.items.length === 0) return null;
  return (
    <>
      <h2>Invited</h2>
      <ul className="desk-rows">
        {value.items.map(({ id, email, role, expiresAt }) => (
          <li key={id}>
            <span className="desk-row-main">
              <bdi>{email}</bdi>{' '}
              <span className="colo-quiet">
                as {role}, until {format.dateTime(expiresAt)}
              </span>
            </span>
            <ConfirmButton
              label="Withdraw"
              of={email}
              title={`Withdraw the invitation of ${email}?`}
              confirm="Withdraw"
              done="The link stops working."
              onConfirm={async () => {
                await api.delete('/members/invitations/{invitationId}', { path: { invitationId: id } });
                refresh();
              }}
            >
              <p>The link stops working at once.</p>
            </ConfirmButton>
          </li>
        ))}
      </ul>
    </>
  );
}
