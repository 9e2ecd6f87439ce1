import type { Role } from '@colophon/ui';
import { ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { ROLES } from './roles.ts';

/** Which roles require a second factor. Takes effect with the next request. */
export function FactorRoles(): ReactElement | null {
  const { value, problem: unread, refresh } = useAnswer<{ readonly roles: readonly Role[] }>('/members/second-factor');
  const { run, problem } = useSending();
  if (unread !== null) return <ProblemNotice problem={unread} onRetry={refresh} />;
  if (value === undefined) return null;
  const set = async (role: Role, isNeeded: boolean): Promise<void> => {
    const roles = isNeeded ? [...value.roles, role] : value.roles.filter((each) => each !== role);
    await run(() => api.put('/members/second-factor', { body: { roles } }), isNeeded ? `${role}: required` : `${role}: not required`);
    refresh();
  };
  return (
    <section aria-labelledby="factor-roles">
      <h2 id="factor-roles">Two-factor authentication</h2>
      {problem && <ProblemNotice problem={problem} />}
      {problem?.code === 'second_factor_missing' && (
        <p>
          <Link href="/you/security">Set up your own second factor first</Link>
        </p>
      )}
      <fieldset className="desk-box desk-checks">
        <legend>Required for</legend>
        {ROLES.map(({ value: role, label }) => (
          <label key={role}>
            <input type="checkbox" checked={value.roles.includes(role)} onChange={(event) => void set(role, event.target.checked)} />
            {label}
          </label>
        ))}
        <p className="colo-quiet">Takes effect immediately: users with these roles must sign in with a passkey or a code to continue.</p>
      </fieldset>
    </section>
  );
}
