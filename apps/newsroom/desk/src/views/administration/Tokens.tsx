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

/** API tokens of programs. */
export function Tokens(): ReactElement {
  const { format } = useColophon();
  const refresh = useRefresh();
  const [isNew, setIsNew] = useState(false);
  const list = useList<Token>('/tokens', { query: { orderBy: '-created_at' } });
  return (
    <View
      title="API tokens"
      lead="Credentials for programs that use the API. A token is shown only once, when it is created."
      actions={
        <button type="button" className="colo-button" data-kind="main" onClick={() => setIsNew(true)}>
          New token
        </button>
      }
    >
      {isNew && <TokenForm onClose={() => setIsNew(false)} />}
      <ListBody list={list} empty="No API tokens yet.">
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
                    {expiresAt !== null && ` · expires ${format.dateTime(expiresAt)}`}
                  </span>
                </span>
                {revokedAt === null && (
                  <ConfirmButton
                    label="Revoke"
                    of={name}
                    title={`Revoke ${name}?`}
                    confirm="Revoke"
                    done={`${name} was revoked.`}
                    onConfirm={async () => {
                      await api.post('/tokens/{id}/revoke', { path: { id } });
                      await refresh('/tokens');
                    }}
                  >
                    <p>Programs that use it lose access immediately. This cannot be undone.</p>
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
