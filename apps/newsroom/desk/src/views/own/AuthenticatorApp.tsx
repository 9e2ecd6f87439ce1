import { useColophon } from '@colophon/ui';
import { SavedForm, TextField } from '@colophon/ui/controls';
import { type ReactElement, useMemo, useState } from 'react';
import { renderSVG } from 'uqr';
import { api } from '../../api/api.ts';
import { useSending } from '../../api/use-sending.ts';
import type { Factors } from './factors.ts';
import { CodeList } from './CodeList.tsx';
import { SignInProblem, signInRemedy } from './SignInProblem.tsx';

interface AuthenticatorAppProps {
  readonly factors: Factors;
  readonly onChanged: () => void;
}

interface Enrolment {
  readonly secret: string;
  /** The `otpauth:` URI for the app. */
  readonly uri: string;
}

/** Setting up and removing an authenticator app. */
export function AuthenticatorApp({ factors, onChanged }: AuthenticatorAppProps): ReactElement {
  const { format } = useColophon();
  const { run, problem } = useSending();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const begin = (): Promise<boolean> =>
    run(async () => setEnrolment(await api.postOnce<Enrolment>('/session/second-factor/begin', { body: {} })));
  if (codes !== null) return <CodeList codes={codes} onClose={() => setCodes(null)} />;
  if (enrolment !== null)
    return (
      <EnrolForm
        enrolment={enrolment}
        onClose={() => setEnrolment(null)}
        onDone={(made) => {
          setEnrolment(null);
          setCodes(made);
          onChanged();
        }}
      />
    );
  return (
    <section aria-labelledby="authenticator-app">
      <h2 id="authenticator-app">Authenticator app</h2>
      <SignInProblem problem={problem} />
      {factors.totpSince === null ? (
        <div className="desk-box">
          <p>
            {factors.passkeys > 0
              ? 'Your passkey is a second factor already. You do not need an authenticator app.'
              : 'An app on your phone generates a code that you enter after your password.'}
          </p>
          {factors.passkeys === 0 && (
            <button type="button" className="colo-button" data-kind="main" onClick={() => void begin()}>
              Set up an authenticator app
            </button>
          )}
        </div>
      ) : (
        <div className="desk-box">
          <p>
            <span className="colo-label" data-tone="success">
              on
            </span>{' '}
            Set up {format.dateTime(factors.totpSince)}.
          </p>
          {isRemoving ? (
            <RemoveForm onClose={() => setIsRemoving(false)} onChanged={onChanged} />
          ) : (
            <button type="button" className="colo-button" data-kind="danger" onClick={() => setIsRemoving(true)}>
              Remove app…
            </button>
          )}
        </div>
      )}
    </section>
  );
}

interface EnrolFormProps {
  readonly enrolment: Enrolment;
  readonly onClose: () => void;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

function EnrolForm({ enrolment, onClose, onDone }: EnrolFormProps): ReactElement {
  const [code, setCode] = useState('');
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(enrolment.uri, { border: 4 }))}`, [enrolment]);
  return (
    <section aria-label="Authenticator app">
      <h2>Set up your authenticator app</h2>
      <div className="desk-box">
        <p>
          1. Scan this with the app, or <a href={enrolment.uri}>open it in an app on this device</a>.
        </p>
        <img className="desk-qr" src={picture} alt="QR code of the key below" width="180" height="180" />
        <p>
          Or enter this key: <code dir="ltr">{enrolment.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <SavedForm
          label="2. Enter the code from the app"
          saveLabel="Turn on"
          remedy={signInRemedy}
          onSave={async () => {
            const body = { code: code.trim() };
            const made = await api.postOnce<{ readonly recoveryCodes: readonly string[] }>('/session/second-factor/confirm', { body });
            onDone(made.recoveryCodes);
          }}
          onCancel={onClose}
        >
          {(faultOf) => <CodeField label="Code" value={code} onChange={setCode} error={faultOf('code')} />}
        </SavedForm>
        <p className="colo-quiet">This signs you out on all other devices.</p>
      </div>
    </section>
  );
}

function RemoveForm({ onClose, onChanged }: { readonly onClose: () => void; readonly onChanged: () => void }): ReactElement {
  const [code, setCode] = useState('');
  return (
    <SavedForm
      label="Remove the authenticator app"
      saveLabel="Remove app"
      remedy={signInRemedy}
      onSave={async () => {
        await api.postOnce('/session/second-factor/remove', { body: { code: code.trim() } });
        onClose();
        onChanged();
      }}
      onCancel={onClose}
    >
      {(faultOf) => (
        <>
          <p>After this, your password is enough to sign in. You are signed out on all other devices.</p>
          <CodeField label="Code from the app, or a recovery code" value={code} onChange={setCode} error={faultOf('code')} />
        </>
      )}
    </SavedForm>
  );
}

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error: string | null;
}

/** A field for a one-time code, with autofill. */
export function CodeField(props: CodeFieldProps): ReactElement {
  return <TextField {...props} input={{ autoComplete: 'one-time-code', autoFocus: true, dir: 'ltr', spellCheck: false }} />;
}
