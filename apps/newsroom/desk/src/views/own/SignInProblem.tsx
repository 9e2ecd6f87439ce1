import { type EditorProblem, Notice, ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement } from 'react';

/** What resolves an error, by its code. */
const REMEDIES: Readonly<Record<string, { readonly path: string; readonly label: string }>> = {
  sign_in_again: { path: '/sign-in', label: 'Sign in again' },
  second_factor_required: { path: '/sign-in/second-factor', label: 'Verify your second factor' },
};

/** A link that resolves the error of a security setting and returns here; null where there is none. */
export function signInRemedy({ code }: EditorProblem): ReactElement | null {
  const remedy = REMEDIES[code];
  if (remedy === undefined) return null;
  return (
    <a className="colo-button" href={`${remedy.path}?next=${encodeURIComponent(location.pathname)}`}>
      {remedy.label}
    </a>
  );
}

/** The error of a security setting, with a link that resolves it and returns here. */
export function SignInProblem({ problem }: { readonly problem: EditorProblem | null }): ReactElement | null {
  if (problem === null) return null;
  const remedy = REMEDIES[problem.code];
  if (remedy === undefined) return <ProblemNotice problem={problem} />;
  return (
    <Notice
      tone="danger"
      actions={
        <a className="colo-button" data-kind="main" href={`${remedy.path}?next=${encodeURIComponent(location.pathname)}`}>
          {remedy.label}
        </a>
      }
    >
      <p>{problem.detail}</p>
      <p>You will return to this page afterwards.</p>
    </Notice>
  );
}
