import { Busy } from '@colophon/ui/controls';
import { type ReactElement, type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { hasRole, useSession } from '../api/session.ts';
import { UserMenu } from '../shell/UserMenu.tsx';

/** The frame of the portal's pages. */
export function PortalShell({ children }: { readonly children: ReactNode }): ReactElement {
  const session = useSession();
  return (
    <div className="desk-portal">
      <a className="desk-skip" href="#main">
        Skip to content
      </a>
      <header>
        <Link className="desk-house" href="/">
          {session.tenant?.name ?? 'Newsroom'}
        </Link>
        {hasRole(session, 'editor') && <a href="/desk">Go to the desk</a>}
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
