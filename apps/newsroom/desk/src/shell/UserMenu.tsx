import { useColophon } from '@colophon/ui';
import { ProblemNotice } from '@colophon/ui/controls';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../api/api.ts';
import { useSession } from '../api/session.ts';
import { useSending } from '../api/use-sending.ts';
import { Icon } from './Icon.tsx';
import { OWN_PLACES } from './places.ts';
import { type Theme, useTheme } from './theme.ts';

/** The user menu: workspace, appearance, account pages and signing out. */
export function UserMenu({ onKeys }: { readonly onKeys?: () => void }): ReactElement {
  const { user, tenant, role } = useSession();
  const [location] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => setIsOpen(false), [location]);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <section className="desk-user" aria-label="You" onKeyDown={press}>
      {isOpen && (
        <div className="desk-user-menu" id={id}>
          <UserChoices {...(onKeys && { onKeys })} />
        </div>
      )}
      <button
        ref={button}
        type="button"
        className="desk-user-name"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span>
          <bdi>{user.name || user.email}</bdi>
          <span className="colo-quiet">
            {role ?? 'No role'}
            {tenant && (
              <>
                {' · '}
                <bdi>{tenant.name}</bdi>
              </>
            )}
          </span>
        </span>
        <Icon path={isOpen ? 'M4 6l4 4 4-4' : 'M4 10l4-4 4 4'} />
      </button>
    </section>
  );
}

function UserChoices({ onKeys }: { readonly onKeys?: () => void }): ReactElement {
  const { tenant, tenants } = useSession();
  const { announce } = useColophon();
  const theme = useTheme();
  const sending = useSending();
  const [themeId, tenantId] = [useId(), useId()];
  const signOut = async (): Promise<void> => {
    const isOut = await sending.run(() => api.delete('/session'));
    if (isOut) location.assign('/');
  };
  const enter = async (id: string): Promise<void> => {
    const isIn = await sending.run(() => api.postOnce('/session/tenant', { body: { tenantId: id === '' ? null : id } }));
    if (isIn) location.assign('/desk');
  };
  return (
    <>
      {sending.problem && <ProblemNotice problem={sending.problem} />}
      {tenants.length > 1 && (
        <p className="desk-choice">
          <label htmlFor={tenantId}>Workspace</label>
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
          <option value="auto">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </p>
      <ul>
        {OWN_PLACES.map(({ path, label }) => (
          <li key={path}>
            <Link href={path}>{label}</Link>
          </li>
        ))}
        <li>
          <a href="/account">Account and sessions</a>
        </li>
        {onKeys && (
          <li>
            <button type="button" aria-keyshortcuts="?" onClick={onKeys}>
              Keyboard shortcuts <kbd>?</kbd>
            </button>
          </li>
        )}
        <li>
          <button type="button" onClick={() => void signOut()}>
            Sign out
          </button>
        </li>
      </ul>
    </>
  );
}
