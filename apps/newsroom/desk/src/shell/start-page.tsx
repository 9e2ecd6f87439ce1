import '@colophon/ui/styles.css';
import '../styles/desk.css';
import { ProblemError } from '@colophon/client';
import { ColophonProvider } from '@colophon/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import { SessionOver } from './SessionOver.tsx';
import { useTheme } from './theme.ts';
import { api, client, onMovedOn, onSignedOut } from '../api/api.ts';
import { type Session, SessionContext } from '../api/session.ts';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The client waits and tries again by itself where that may help.
      retry: false,
    },
  },
});

/** Shows a page to whoever is signed in. Whoever is not is sent to sign in, and comes back to the same address. */
export function startPage(content: ReactNode): void {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('The page has no root.');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Page>{content}</Page>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** Of the words around the pieces, as readers see them. */
const PUBLICATION_LANGUAGE = 'en';

type Known = { readonly session: Session } | { readonly error: unknown } | null;

function Page({ children }: { readonly children: ReactNode }): ReactElement | null {
  const [known, setKnown] = useState<Known>(null);
  const [isOver, setIsOver] = useState(false);
  const theme = useTheme();
  useEffect(() => {
    void readSession().then(setKnown);
    onSignedOut(() => setIsOver(true));
    onMovedOn(() => queries.invalidateQueries());
  }, []);
  if (known === null) return null;
  if ('error' in known) return <NoSession error={known.error} />;
  const { session } = known;
  const { user, tenant, role, timeZone } = session;
  return (
    <SessionContext value={session}>
      <ColophonProvider
        className="desk"
        client={client}
        timeZone={timeZone}
        publicationLanguage={PUBLICATION_LANGUAGE}
        role={role}
        user={{ id: user.id, tenantId: tenant?.id ?? null }}
        theme={theme.chosen}
        navigate={(address) =>
          address.startsWith('/desk') || address.startsWith('/portal') ? navigate(address) : location.assign(address)
        }
      >
        {children}
        {isOver && (
          <SessionOver
            onBack={() => {
              setIsOver(false);
              void queries.invalidateQueries();
            }}
          />
        )}
      </ColophonProvider>
    </SessionContext>
  );
}

async function readSession(): Promise<Known> {
  try {
    const session = await api.get<Session>('/session');
    // From now on another person's answers are refused, and a session that is over is said to be so.
    client.expectUser(session.user.id);
    return { session };
  } catch (error) {
    if (ProblemError.isInstance(error) && error.status === 401) location.replace(`/sign-in?next=${encodeURIComponent(here())}`);
    return { error };
  }
}

function here(): string {
  return `${location.pathname}${location.search}`;
}

function NoSession({ error }: { readonly error: unknown }): ReactElement {
  return (
    <ColophonProvider className="desk">
      <main className="desk-alone">
        <h1>Something went wrong</h1>
        <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
        <p>
          <button type="button" className="colo-button" onClick={() => location.reload()}>
            Try again
          </button>
        </p>
      </main>
    </ColophonProvider>
  );
}
