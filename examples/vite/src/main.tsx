import '@colophon/ui/styles.css';
import './theme.css';
import { createClient } from '@colophon/client';
import { ColophonProvider } from '@colophon/ui';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

// The address of the application: this page's own origin, or another one that allows it (CORS_ORIGINS), with a token.
const asked = new URL(location.href).searchParams;
const token = sessionStorage.getItem('token') ?? undefined;
const client = createClient({ baseUrl: asked.get('newsroom') ?? '', ...(token !== undefined && { token }) });

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(
  <ColophonProvider className="my-newsroom" client={client} role="editor" timeZone="Europe/Berlin">
    <App id={asked.get('piece') ?? ''} />
  </ColophonProvider>,
);
