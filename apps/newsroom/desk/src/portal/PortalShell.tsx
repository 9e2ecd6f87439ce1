import { Busy } from '@colophon/ui/controls';
import { type ReactElement, type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { hasRole, useSession } from '../api/session.ts';
import { UserMenu } from '../shell/UserMenu.tsx';

/** What stands around what somebody sent in and writes. */
export function PortalShell({ children }: { readonly children: ReactNode }): ReactElement {
  const session = useSession();
  return (
    <div className="desk-portal">
      <a className="desk-skip" href="#main">
        Skip to the content
      </a>
      <header>
        <Link className="desk-house" href="/">
          {session.tenant?.name ?? 'Newsroom'}
        </Link>
        {hasRole(session, 'editor') && <a href="/desk">To the desk</a>}
      </header>
      <main id="main" tabIndex={-1}>
        <Suspense fallback={<Busy lines={6} />}>{children}</Suspense>
      </main>
      <footer>
        <UserMenu />
      </footer>
    </div>
  );
}
