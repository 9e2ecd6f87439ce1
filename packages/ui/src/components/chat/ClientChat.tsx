import { type ReactElement, useEffect, useState } from 'react';
import { chatEn } from '../../messages/chat/en.ts';
import { type ChatSession, createChatSession } from '../../state/assistant/chat-session.ts';
import type { AssistantContext } from '../../state/assistant/context.ts';
import type { Proposal } from '../../state/assistant/proposal.ts';
import type { AssistantRegistration } from '../../state/assistant/registration.ts';
import type { ColophonClient } from '../../state/client-port.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { Busy } from '../controls/Busy.tsx';
import { useWords } from '../provider/use-words.ts';
import { OpenChat } from './OpenChat.tsx';

export interface ChatProps extends RootProps {
  /** The piece of the chat; null while it is new. */
  readonly contentId: string | null;
  /** The registration of an editor. With only a context, or null, proposals are shown but cannot be applied. */
  readonly assistantContext: AssistantRegistration | AssistantContext | null;
  /** Called with every new proposal. */
  readonly onProposal?: (proposal: Proposal) => void;
}

/** A chat over a client; null if there is none. */
export function ClientChat(props: ChatProps & { readonly client: ColophonClient | null }): ReactElement {
  const { client, contentId, className, id } = props;
  const words = useWords(chatEn);
  const session = useSession(client, contentId);
  return (
    <section className={classNames('colo-scope colo-chat', className)} id={id} aria-label={words['chat.label']}>
      {contentId === null ? (
        <p className="colo-quiet">{words['chat.unsaved']}</p>
      ) : client === null ? (
        <p className="colo-quiet">{words['chat.off']}</p>
      ) : session === null ? (
        <Busy lines={3} />
      ) : (
        <OpenChat contentId={contentId} session={session} assistant={props.assistantContext} onProposal={props.onProposal} />
      )}
    </section>
  );
}

function useSession(client: ColophonClient | null, contentId: string | null): ChatSession | null {
  const [session, setSession] = useState<ChatSession | null>(null);
  useEffect(() => {
    if (client === null || contentId === null) return undefined;
    const made = createChatSession({ client, contentId });
    setSession(made);
    void made.open();
    return () => {
      made.dispose();
      setSession(null);
    };
  }, [client, contentId]);
  return session;
}
