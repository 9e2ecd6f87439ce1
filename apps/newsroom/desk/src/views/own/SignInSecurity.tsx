import { Busy, Notice, ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement } from 'react';
import { useAnswer } from '../../api/use-answer.ts';
import { View } from '../../shell/View.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import type { Factors } from './factors.ts';
import { Identities } from './Identities.tsx';
import { Passkeys } from './Passkeys.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Sign-in and security settings of the user. */
export function SignInSecurity(): ReactElement {
  const { value, problem, refresh } = useAnswer<Factors>('/session/second-factor');
  return (
    <View
      title="Sign-in and security"
      lead="A second factor protects your account if your password is stolen. Manage your sessions on your account page."
      actions={
        <a className="colo-button" href="/account">
          Account page
        </a>
      }
    >
      {problem && <ProblemNotice problem={problem} onRetry={refresh} />}
      {value === undefined && problem === null && <Busy lines={6} />}
      {value && (
        <>
          {value.isRequired && !hasFactor(value) && (
            <Notice tone="warning">
              <p>Your role requires a second factor. Add a passkey or set up an authenticator app.</p>
            </Notice>
          )}
          <Passkeys onChanged={refresh} />
          <AuthenticatorApp factors={value} onChanged={refresh} />
          {hasFactor(value) && <RecoveryCodes factors={value} onChanged={refresh} />}
          <Identities />
        </>
      )}
    </View>
  );
}

function hasFactor({ totpSince, passkeys }: Factors): boolean {
  return totpSince !== null || passkeys > 0;
}
