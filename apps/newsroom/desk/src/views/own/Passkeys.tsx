import { useColophon } from '@colophon/ui';
import { SavedForm, TextField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import { canMakePasskeys, makePasskey } from './passkey-device.ts';
import { SignInProblem } from './SignInProblem.tsx';

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** Passkeys: a device that verifies the person, in place of the password and of a second step. */
export function Passkeys({ onChanged }: { readonly onChanged: () => void }): ReactElement {
  const { value, refresh } = useAnswer<{ readonly items: readonly Passkey[] }>('/session/passkeys');
  const { run, problem } = useSending();
  const [name, setName] = useState('');
  const changed = (): void => {
    refresh();
    onChanged();
  };
  const add = (): Promise<boolean> =>
    run(async () => {
      const options = await api.postOnce('/session/passkeys/options', { body: {} });
      const response = await makePasskey(options).catch(inWords);
      await api.postOnce('/session/passkeys', { body: { response, ...(name.trim() !== '' && { name: name.trim() }) } });
      setName('');
      changed();
    }, 'The passkey is added.');
  const items = value?.items ?? [];
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <SignInProblem problem={problem} />
      {items.length > 0 && (
        <ul className="desk-rows desk-box">
          {items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChanged={changed} />
          ))}
        </ul>
      )}
      <div className="desk-box">
        <p>A passkey signs you in with a finger, a face or a PIN of this device: no password, and no second step.</p>
        {canMakePasskeys() ? (
          <div className="desk-tools">
            <TextField label="Name of the device" value={name} onChange={setName} input={{ autoComplete: 'off', maxLength: 100 }} />
            <button type="button" className="colo-button" data-kind={items.length === 0 ? 'main' : undefined} onClick={() => void add()}>
              Add a passkey
            </button>
          </div>
        ) : (
          <p className="colo-quiet">This browser makes none at this address: it needs HTTPS and a host name.</p>
        )}
      </div>
    </section>
  );
}

/** What a browser says in its own terms. */
function inWords(error: unknown): never {
  if (error instanceof DOMException && error.name === 'NotAllowedError') throw new Error('No passkey was made.', { cause: error });
  if (error instanceof DOMException && error.name === 'InvalidStateError')
    throw new Error('This device has a passkey for you already.', { cause: error });
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
        done={`${passkey.name} is removed.`}
        onConfirm={async () => {
          await api.delete('/session/passkeys/{id}', { path });
          onChanged();
        }}
      >
        <p>It does not sign you in any more, and you are signed out everywhere else.</p>
      </ConfirmButton>
    </li>
  );
}
