import { Busy, Notice, ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement } from 'react';
import { useAnswer } from '../../api/use-answer.ts';
import { View } from '../../shell/View.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import type { Factors } from './factors.ts';
import { Identities } from './Identities.tsx';
import { Passkeys } from './Passkeys.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** How somebody signs in, and what keeps others from doing it in their name. */
export function SignInSecurity(): ReactElement {
  const { value, problem, refresh } = useAnswer<Factors>('/session/second-factor');
  return (
    <View
      title="Signing in"
      lead="With a second factor, a stolen password lets nobody in. Where you are signed in, and how to end it, is on your account page."
      actions={
        <a className="colo-button" href="/account">
          Your account
        </a>
      }
    >
      {problem && <ProblemNotice problem={problem} onRetry={refresh} />}
      {value === undefined && problem === null && <Busy lines={6} />}
      {value && (
        <>
          {value.isRequired && !hasFactor(value) && (
            <Notice tone="warning">
              <p>Your role needs a second factor. Add a passkey or set up an authenticator app.</p>
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
