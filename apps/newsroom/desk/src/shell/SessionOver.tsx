import { useColophon } from '@colophon/ui';
import { Modal } from '@colophon/ui/controls';
import { type ReactElement, useEffect, useState } from 'react';
import { api, client } from '../api/api.ts';
import { useSession, type Session } from '../api/session.ts';

/** The broadcast channel on which the tabs of one browser learn that somebody signed in. */
export const SIGNED_IN_CHANNEL = 'colophon:signed-in';

/** Shown when the session has expired: the page stays as it is, and signing in happens in another tab, which tells this one. */
export function SessionOver({ onBack }: { readonly onBack: () => void }): ReactElement {
  const { announce } = useColophon();
  const { user } = useSession();
  const [other, setOther] = useState<string | null>(null);
  useEffect(() => {
    const channel = new BroadcastChannel(SIGNED_IN_CHANNEL);
    const ask = async (): Promise<void> => {
      client.expectUser(null);
      const now = await api.get<Session>('/session').catch(() => null);
      client.expectUser(user.id);
      if (now === null) return;
      if (now.user.id === user.id) {
        announce('You are signed in again.');
        onBack();
        // What was waiting for the session is sent now.
        globalThis.dispatchEvent(new Event('online'));
      } else setOther(now.user.name || now.user.email);
    };
    channel.addEventListener('message', () => void ask());
    return () => channel.close();
  }, [announce, onBack, user.id]);
  return (
    <Modal
      title="Your session has expired"
      onClose={onBack}
      actions={
        <>
          <button type="button" className="colo-button" onClick={onBack}>
            Not now
          </button>
          <a className="colo-button" data-kind="main" href="/sign-in?next=/desk/signed-in" target="_blank" rel="opener">
            Sign in in a new tab
          </a>
        </>
      }
    >
      <p>Your edits are kept on this device. Nothing is sent until {user.name || user.email} signs in again.</p>
      {other !== null && (
        <p role="alert">
          <bdi>{other}</bdi> is now signed in to this browser. Your edits are not sent under their account. Sign in as yourself to continue.
        </p>
      )}
    </Modal>
  );
}
