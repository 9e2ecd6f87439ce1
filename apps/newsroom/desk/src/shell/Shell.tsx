import { Busy } from '@colophon/ui/controls';
import { type ReactElement, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession } from '../api/session.ts';
import { Icon } from './Icon.tsx';
import { KeyList } from './KeyList.tsx';
import { Palette } from './Palette.tsx';
import { placesFor } from './places.ts';
import { SavedViewLinks } from './SavedViewLinks.tsx';
import { UserMenu } from './UserMenu.tsx';
import { WaitingCount } from './WaitingCount.tsx';
import { useShellKeys } from './use-shell-keys.ts';

/** The frame of every view: navigation, command palette and keyboard shortcuts. */
export function Shell({ children }: { readonly children: ReactNode }): ReactElement {
  const session = useSession();
  const [layer, setLayer] = useState<'palette' | 'keys' | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [location] = useLocation();
  useShellKeys({ onPalette: () => setLayer('palette'), onKeys: () => setLayer('keys') });
  useEffect(() => setIsOpen(false), [location]);
  const house = session.tenant?.name ?? 'Newsroom';
  return (
    <div className="desk-shell">
      <a className="desk-skip" href="#main">
        Skip to content
      </a>
      <header className="desk-bar">
        <Link className="desk-house" href="/">
          {house}
        </Link>
        <button
          type="button"
          className="colo-button desk-menu"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon path="M2 4h12M2 8h12M2 12h12" /> Menu
        </button>
      </header>
      <div className="desk-side" id="navigation" data-open={isOpen}>
        <header className="desk-masthead">
          <Link className="desk-house" href="/">
            {house}
          </Link>
          <a href="/" target="_blank" rel="noopener">
            View site<span className="colo-visually-hidden"> (opens in a new tab)</span>
          </a>
        </header>
        <button type="button" className="desk-goto" aria-keyshortcuts="Control+K" onClick={() => setLayer('palette')}>
          <Icon path="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M10.7 10.7 14 14" /> <span>Go to…</span> <kbd>{MOD}K</kbd>
        </button>
        <nav aria-label="Desk" data-region tabIndex={-1}>
          {placesFor(session).map(({ label, places }) => (
            <section key={label} aria-label={label}>
              <p className="desk-nav-title" aria-hidden="true">
                {label}
              </p>
              <ul>
                {places.map(({ path, label: name, icon }) => (
                  <li key={path}>
                    <Link href={path} aria-current={isHere(path, location) ? 'page' : undefined}>
                      <Icon path={icon} /> {name}
                      {path === '/approvals' && <WaitingCount />}
                    </Link>
                    {path === '/pieces' && <SavedViewLinks />}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <UserMenu onKeys={() => setLayer('keys')} />
      </div>
      <main id="main" className="desk-main" data-region tabIndex={-1}>
        <Suspense fallback={<Busy lines={6} />}>{children}</Suspense>
      </main>
      {layer === 'palette' && <Palette onClose={() => setLayer(null)} onKeys={() => setLayer('keys')} />}
      {layer === 'keys' && <KeyList onClose={() => setLayer(null)} />}
    </div>
  );
}

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl ';

function isHere(path: string, location: string): boolean {
  return path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
}
