'use client';

import { createClient } from '@colophon/client';
import { ColophonProvider } from '@colophon/ui';
import { ContentEditor } from '@colophon/ui/content';
import { type ReactElement, useMemo, useState } from 'react';

/** An editor of a new piece. The API is on the page's own origin: `next.config.js` forwards `/api/v1` to Newsroom. */
export function Editor(): ReactElement {
  const client = useMemo(() => createClient(), []);
  const [title, setTitle] = useState<string | null>(null);
  return (
    <ColophonProvider client={client} role="editor" timeZone="Europe/Berlin">
      <main>
        <h1>A new piece</h1>
        <ContentEditor onSave={(piece) => setTitle(piece.title)} fields={['description', 'tags']} hideChat />
        {title !== null && <p role="status">“{title}” is stored.</p>}
      </main>
    </ColophonProvider>
  );
}
