import { useColophon } from '@colophon/ui';
import { ProblemNotice } from '@colophon/ui/controls';
import { type ReactElement, useId } from 'react';
import { Link } from 'wouter';
import { api } from '../api/api.ts';
import { useSession } from '../api/session.ts';
import { useSending } from '../api/use-sending.ts';
import { OWN_PLACES } from './places.ts';
import { type Theme, useTheme } from './theme.ts';

/** Who works here, in which house, in the light or in the dark; and the way out. */
export function UserMenu({ onKeys }: { readonly onKeys?: () => void }): ReactElement {
  const session = useSession();
  const { announce } = useColophon();
  const theme = useTheme();
  const sending = useSending();
  const [themeId, tenantId] = [useId(), useId()];
  const { user, tenant, role, tenants } = session;
  const signOut = async (): Promise<void> => {
    const isOut = await sending.run(() => api.delete('/session'));
    if (isOut) location.assign('/');
  };
  const enter = async (id: string): Promise<void> => {
    const isIn = await sending.run(() => api.postOnce('/session/tenant', { body: { tenantId: id === '' ? null : id } }));
    if (isIn) location.assign('/desk');
  };
  return (
    <section className="desk-user" aria-label="You">
      {sending.problem && <ProblemNotice problem={sending.problem} />}
      <p>
        <bdi>
          <strong>{user.name || user.email}</strong>
        </bdi>
        {role !== null && <span className="colo-quiet"> {role}</span>}
      </p>
      {tenants.length > 1 && (
        <p className="desk-choice">
          <label htmlFor={tenantId}>Works in</label>
          <select id={tenantId} className="colo-input" value={tenant?.id ?? ''} onChange={(event) => void enter(event.target.value)}>
            {tenants.map((each) => (
              <option key={each.tenant?.id ?? ''} value={each.tenant?.id ?? ''}>
                {each.tenant?.name ?? 'Newsroom'}
              </option>
            ))}
          </select>
        </p>
      )}
      <p className="desk-choice">
        <label htmlFor={themeId}>Appearance</label>
        <select
          id={themeId}
          className="colo-input"
          value={theme.chosen}
          onChange={({ target: { value } }) => {
            theme.choose(value as Theme);
            announce(`Appearance: ${value}`);
          }}
        >
          <option value="auto">as the system</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </p>
      <p className="desk-user-links">
        {OWN_PLACES.map(({ path, label }) => (
          <Link key={path} href={path}>
            {label}
          </Link>
        ))}
        <a href="/account">Account</a>
        {onKeys && (
          <button type="button" className="desk-link" aria-keyshortcuts="?" onClick={onKeys}>
            Keys
          </button>
        )}
        <button type="button" className="desk-link" onClick={() => void signOut()}>
          Sign out
        </button>
      </p>
    </section>
  );
}
