import type { Role } from '@colophon/ui';
import { useColophon } from '@colophon/ui';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useList, useRefresh } from '../../api/use-answer.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import { ListBody } from '../../parts/ListBody.tsx';
import { View } from '../../shell/View.tsx';
import { TokenForm } from './TokenForm.tsx';

interface Token {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly prefix: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly created_at: string;
}

/** What programs come in with. */
export function Tokens(): ReactElement {
  const { format } = useColophon();
  const refresh = useRefresh();
  const [isNew, setIsNew] = useState(false);
  const list = useList<Token>('/tokens', { query: { orderBy: '-created_at' } });
  return (
    <View
      title="API tokens"
      lead="What programs come in with. A token is shown once, when it is made."
      actions={
        <button type="button" className="colo-button" data-kind="main" onClick={() => setIsNew(true)}>
          New token
        </button>
      }
    >
      {isNew && <TokenForm onClose={() => setIsNew(false)} />}
      <ListBody list={list} empty="No program comes in yet.">
        {(items) => (
          <ul className="desk-rows">
            {items.map(({ id, name, role, prefix, lastUsedAt, expiresAt, revokedAt }) => (
              <li key={id}>
                <span className="desk-row-main">
                  <bdi>
                    <strong>{name}</strong>
                  </bdi>{' '}
                  <code>{prefix}…</code>{' '}
                  <span className="colo-label" data-tone={revokedAt === null ? 'neutral' : 'danger'}>
                    {revokedAt === null ? role : 'revoked'}
                  </span>{' '}
                  <span className="colo-quiet">
                    {lastUsedAt === null ? 'never used' : `last used ${format.dateTime(lastUsedAt)}`}
                    {expiresAt !== null && ` · until ${format.dateTime(expiresAt)}`}
                  </span>
                </span>
                {revokedAt === null && (
                  <ConfirmButton
                    label="Revoke"
                    of={name}
                    title={`Revoke ${name}?`}
                    confirm="Revoke"
                    done={`${name} is revoked.`}
                    onConfirm={async () => {
                      await api.post('/tokens/{id}/revoke', { path: { id } });
                      await refresh('/tokens');
                    }}
                  >
                    <p>Whatever uses it is turned away at once. That is not taken back.</p>
                  </ConfirmButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </ListBody>
    </View>
  );
}
