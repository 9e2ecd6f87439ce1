import { useColophon } from '@colophon/ui';
import { ContentEditor } from '@colophon/ui/content';
import { ContentTransparencyReport } from '@colophon/ui/reading';
import type { Transparency } from '@colophon/ui/state';
import { type ReactElement, useEffect, useState } from 'react';

/** An editor, and below it how the piece was made, as readers will see it; it is loaded again after each save. */
export function App({ id }: { readonly id: string }): ReactElement {
  const { client } = useColophon();
  const [account, setAccount] = useState<Transparency | null>(null);
  const [rev, setRev] = useState(0);
  useEffect(() => {
    const read = async (): Promise<void> => {
      if (client === null) return;
      // The provider's client works with any application; in your own it is typed by `newsroom types`.
      const typed = client as { request(method: 'get', path: string, options: object): Promise<{ readonly value: unknown }> };
      const { value } = await typed.request('get', '/contents/{id}/transparency/preview', { params: { path: { id } } });
      setAccount(value as Transparency);
    };
    read().catch(() => setAccount(null));
  }, [client, id, rev]);
  return (
    <main>
      <h1>Two pieces of Colophon</h1>
      <ContentEditor contentId={id} onSave={(piece) => setRev(piece.rev)} fields={['description', 'tags']} hideChat />
      {account && <ContentTransparencyReport data={account} timeZone="Europe/Berlin" />}
    </main>
  );
}
