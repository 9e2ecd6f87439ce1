import { type EditorProblem, Notice, ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement } from 'react';

/** Where what is missing is shown, by the code of a refusal. */
const REMEDIES: Readonly<Record<string, { readonly path: string; readonly label: string }>> = {
  sign_in_again: { path: '/sign-in', label: 'Sign in again' },
  second_factor_required: { path: '/sign-in/second-factor', label: 'Show your second factor' },
};

/** Why a change of how one signs in was refused, with the way to what it needs, which leads back here. */
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
      <p>You come back here and can go on.</p>
    </Notice>
  );
}
