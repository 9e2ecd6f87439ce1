import { type ReactElement, useEffect } from 'react';
import { SIGNED_IN_CHANNEL } from './SessionOver.tsx';

/** Where signing in from another tab ends: tells the tab whose session had expired, and can be closed. */
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
      <p>You can close this tab and return to the page you came from.</p>
      <p>
        <a href="/desk">Or open the desk here</a>
      </p>
    </main>
  );
}
