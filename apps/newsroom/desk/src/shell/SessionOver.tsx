import { useColophon } from '@colophon/ui';
import { Modal } from '@colophon/ui/controls';
import { type ReactElement, useEffect, useState } from 'react';
import { api, client } from '../api/api.ts';
import { useSession, type Session } from '../api/session.ts';

/** The tabs of one browser tell each other on it that somebody signed in. */
export const SIGNED_IN_CHANNEL = 'colophon:signed-in';

/** The session is over: the page stays as it is, and the way to sign in stands in another tab, which tells this one. */
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
      } else setOther(now.user.name || now.user.email);
    };
    channel.addEventListener('message', () => void ask());
    return () => channel.close();
  }, [announce, onBack, user.id]);
  return (
    <Modal
      title="Your session is over"
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
      <p>What you typed stays here, on this device. Nothing is sent until {user.name || user.email} is signed in again.</p>
      {other !== null && (
        <p role="alert">
          Now <bdi>{other}</bdi> is signed in with this browser. Nothing of yours is sent in their name: sign in as yourself to go on.
        </p>
      )}
    </Modal>
  );
}
