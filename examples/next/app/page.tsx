import { ContentTransparencyReport } from '@colophon/ui/reading';
import type { Transparency } from '@colophon/ui/state';
import type { ReactElement } from 'react';

// Rendered at each request, when Newsroom is running.
export const dynamic = 'force-dynamic';

/** How a published piece was made, rendered on the server: the page needs no script for it. */
// oxlint-disable-next-line import/no-default-export
export default async function Page(): Promise<ReactElement> {
  const answer = await fetch(`${process.env['NEWSROOM_URL']}/api/v1/contents/${process.env['PIECE']}/transparency`);
  if (!answer.ok) return <p>Nothing is told of this piece yet.</p>;
  const account = (await answer.json()) as Transparency;
  return (
    <main>
      <h1>{account.title}</h1>
      <ContentTransparencyReport data={account} timeZone="Europe/Berlin" />
    </main>
  );
}
