import { SavedForm } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { CodeField } from './AuthenticatorApp.tsx';
import { CodeList } from './CodeList.tsx';
import type { Factors } from './factors.ts';
import { useSending } from '../../api/use-sending.ts';
import { SignInProblem, signInRemedy } from './SignInProblem.tsx';

interface RecoveryCodesProps {
  readonly factors: Factors;
  readonly onChanged: () => void;
}

interface Made {
  readonly recoveryCodes: readonly string[];
}

/** Recovery codes for users who lose their phone or passkey. */
export function RecoveryCodes({ factors, onChanged }: RecoveryCodesProps): ReactElement {
  const { run, problem } = useSending();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const [code, setCode] = useState('');
  const needsCode = factors.totpSince !== null;
  const make = async (): Promise<void> => {
    const body = needsCode ? { code: code.trim() } : {};
    const made = await api.postOnce<Made>('/session/second-factor/recovery-codes', { body });
    setIsAsked(false);
    setCode('');
    setCodes(made.recoveryCodes);
    onChanged();
  };
  if (codes !== null) return <CodeList codes={codes} onClose={() => setCodes(null)} />;
  return (
    <section aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">Recovery codes</h2>
      <SignInProblem problem={problem} />
      <div className="desk-box">
        <p>
          {factors.recoveryCodesLeft === 0
            ? 'No recovery codes left. If you lose your phone or passkey, only an admin can restore your access.'
            : `${factors.recoveryCodesLeft} codes left. Use them if you lose your phone or passkey.`}
        </p>
        {isAsked ? (
          <SavedForm
            label="New recovery codes"
            saveLabel="Generate codes"
            remedy={signInRemedy}
            onSave={make}
            onCancel={() => setIsAsked(false)}
          >
            {(faultOf) => (
              <>
                <p>Your existing recovery codes stop working.</p>
                <CodeField label="Code from the app, or a recovery code" value={code} onChange={setCode} error={faultOf('code')} />
              </>
            )}
          </SavedForm>
        ) : (
          <button type="button" className="colo-button" onClick={() => (needsCode ? setIsAsked(true) : void run(make))}>
            Generate new recovery codes
          </button>
        )}
      </div>
    </section>
  );
}
