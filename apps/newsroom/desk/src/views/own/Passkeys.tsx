import { useColophon } from '@colophon/ui';
import { ProblemNotice, SavedForm, TextField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import { canMakePasskeys, makePasskey } from './passkey-device.ts';
import { SignInProblem, signInRemedy } from './SignInProblem.tsx';

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** Passkeys, which replace the password and the second step. */
export function Passkeys({ onChanged }: { readonly onChanged: () => void }): ReactElement {
  const { value, problem: unread, refresh } = useAnswer<{ readonly items: readonly Passkey[] }>('/session/passkeys');
  const { run, problem } = useSending();
  const [name, setName] = useState('');
  const changed = (): void => {
    refresh();
    onChanged();
  };
  const add = (): Promise<boolean> =>
    run(async () => {
      const options = await api.postOnce('/session/passkeys/options', { body: {} });
      const response = await makePasskey(options).catch(explained);
      await api.postOnce('/session/passkeys', { body: { response, ...(name.trim() !== '' && { name: name.trim() }) } });
      setName('');
      changed();
    }, 'Passkey added.');
  const items = value?.items ?? [];
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <SignInProblem problem={problem} />
      {unread && <ProblemNotice problem={unread} onRetry={refresh} />}
      {items.length > 0 && (
        <ul className="desk-rows desk-box">
          {items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChanged={changed} />
          ))}
        </ul>
      )}
      <div className="desk-box">
        <p>Sign in with your fingerprint, face or device PIN instead of a password and a second step.</p>
        {canMakePasskeys() ? (
          <div className="desk-tools">
            <TextField label="Device name" value={name} onChange={setName} input={{ autoComplete: 'off', maxLength: 100 }} />
            <button type="button" className="colo-button" data-kind={items.length === 0 ? 'main' : undefined} onClick={() => void add()}>
              Add a passkey
            </button>
          </div>
        ) : (
          <p className="colo-quiet">This browser cannot create passkeys for this address. HTTPS and a host name are required.</p>
        )}
      </div>
    </section>
  );
}

/** Explains the errors of browsers. */
function explained(error: unknown): never {
  if (error instanceof DOMException && error.name === 'NotAllowedError') throw new Error('No passkey was created.', { cause: error });
  if (error instanceof DOMException && error.name === 'InvalidStateError')
    throw new Error('This device already has a passkey for your account.', { cause: error });
  throw error;
}

function PasskeyRow({ passkey, onChanged }: { readonly passkey: Passkey; readonly onChanged: () => void }): ReactElement {
  const { format } = useColophon();
  const [isNaming, setIsNaming] = useState(false);
  const [name, setName] = useState(passkey.name);
  const path = { id: passkey.id };
  if (isNaming)
    return (
      <li>
        <SavedForm
          label={passkey.name}
          remedy={signInRemedy}
          onSave={async () => {
            await api.patch('/session/passkeys/{id}', { path, body: { name } });
            setIsNaming(false);
            onChanged();
          }}
          onCancel={() => setIsNaming(false)}
        >
          {(faultOf) => <TextField label="Name" value={name} onChange={setName} error={faultOf('name')} input={{ autoFocus: true }} />}
        </SavedForm>
      </li>
    );
  return (
    <li>
      <span className="desk-row-main">
        <bdi>
          <strong>{passkey.name}</strong>
        </bdi>{' '}
        <span className="colo-quiet">
          added {format.dateTime(passkey.createdAt)}
          {passkey.lastUsedAt !== null && ` · last used ${format.dateTime(passkey.lastUsedAt)}`}
        </span>
      </span>
      <button type="button" className="colo-button" aria-label={`Rename ${passkey.name}`} onClick={() => setIsNaming(true)}>
        Rename
      </button>
      <ConfirmButton
        label="Remove"
        of={passkey.name}
        title={`Remove ${passkey.name}?`}
        confirm="Remove"
        done={`${passkey.name} was removed.`}
        remedy={signInRemedy}
        onConfirm={async () => {
          await api.delete('/session/passkeys/{id}', { path });
          onChanged();
        }}
      >
        <p>You can no longer sign in with it. You are signed out on all other devices.</p>
      </ConfirmButton>
    </li>
  );
}
