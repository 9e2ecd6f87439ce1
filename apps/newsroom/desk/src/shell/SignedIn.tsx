import { type ReactElement, useEffect } from 'react';
import { SIGNED_IN_CHANNEL } from './SessionOver.tsx';

/** Where somebody comes who signed in for a tab whose session was over: it tells that tab, and can be closed. */
export function SignedIn(): ReactElement {
  useEffect(() => {
    document.title = 'Signed in · Newsroom';
    const channel = new BroadcastChannel(SIGNED_IN_CHANNEL);
    channel.postMessage('signed-in');
    return () => channel.close();
  }, []);
  return (
    <main className="desk-alone">
      <h1>You are signed in</h1>
      <p>The page that you came from goes on. You can close this one.</p>
      <p>
        <a href="/desk">Or open the desk here</a>
      </p>
    </main>
  );
}
