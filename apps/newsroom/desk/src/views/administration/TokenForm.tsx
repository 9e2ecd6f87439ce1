import type { Role } from '@colophon/ui';
import { DateTimeField, SavedForm, SelectField, TextField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useRefresh } from '../../api/use-answer.ts';
import { Secret } from '../../parts/Secret.tsx';
import { ROLES } from './roles.ts';

/** Creates an API token and shows it once. */
export function TokenForm({ onClose }: { readonly onClose: () => void }): ReactElement {
  const refresh = useRefresh();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [expiresAt, setExpiresAt] = useState<string | null>(null);
  const [token, setToken] = useState<string | null>(null);
  if (token !== null)
    return (
      <Secret label={name} value={token} onClose={onClose}>
        Copy the token now. It is not shown again.
      </Secret>
    );
  return (
    <div className="desk-box">
      <SavedForm
        label="New token"
        saveLabel="Create token"
        onSave={async () => {
          const made = await api.postOnce<{ readonly token: string }>('/tokens', { body: { name, role, expiresAt } });
          await refresh('/tokens');
          setToken(made.token);
        }}
        onCancel={onClose}
      >
        {(faultOf) => (
          <>
            <TextField
              label="Name"
              hint="For example, the name of the program that uses it."
              value={name}
              onChange={setName}
              error={faultOf('name')}
              input={{ autoFocus: true, autoComplete: 'off' }}
            />
            <SelectField
              label="Role"
              hint={ROLES.find(({ value }) => value === role)?.says}
              value={role}
              options={[...ROLES]}
              onChange={setRole}
              error={faultOf('role')}
            />
            <DateTimeField label="Expires at" value={expiresAt} onChange={setExpiresAt} error={faultOf('expiresAt')} />
          </>
        )}
      </SavedForm>
    </div>
  );
}
