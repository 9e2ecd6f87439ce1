import type { Role } from '@colophon/ui';
import { SavedForm, SelectField, TextField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useRefresh } from '../../api/use-answer.ts';
import { Secret } from '../../parts/Secret.tsx';
import { ROLES } from './roles.ts';

/** Creates an invitation link, which is shown once. */
export function InviteForm({ onClose }: { readonly onClose: () => void }): ReactElement {
  const refresh = useRefresh();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('contributor');
  const [url, setUrl] = useState<string | null>(null);
  if (url !== null)
    return (
      <Secret label={`Invitation link for ${email}`} value={url} onClose={onClose}>
        Send this link to them. It can be used once, expires after a week and is not shown again.
      </Secret>
    );
  return (
    <div className="desk-box">
      <SavedForm
        label="Invite a person"
        saveLabel="Create invitation link"
        onSave={async () => {
          const invited = await api.postOnce<{ readonly url: string }>('/members/invitations', { body: { email, role } });
          await refresh('/members');
          setUrl(invited.url);
        }}
        onCancel={onClose}
      >
        {(faultOf) => (
          <>
            <TextField
              label="Email address"
              value={email}
              onChange={setEmail}
              error={faultOf('email')}
              input={{ type: 'email', autoComplete: 'off', autoFocus: true }}
            />
            <SelectField
              label="Role"
              hint={ROLES.find(({ value }) => value === role)?.says}
              value={role}
              options={[...ROLES]}
              onChange={setRole}
              error={faultOf('role')}
            />
          </>
        )}
      </SavedForm>
    </div>
  );
}
