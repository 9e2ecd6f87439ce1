import { createClient } from '@colophon/client';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { chatEn } from '../../messages/chat/en.ts';
import { type ChatSession, createChatSession } from '../../state/assistant/chat-session.ts';
import type { AssistantContext } from '../../state/assistant/context.ts';
import type { Proposal } from '../../state/assistant/proposal.ts';
import type { AssistantRegistration } from '../../state/assistant/registration.ts';
import type { ColophonClient } from '../../state/client-port.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { Busy } from '../controls/Busy.tsx';
import { Guard } from '../controls/Guard.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { OpenChat } from './OpenChat.tsx';

export interface ContentAgentChatProps extends RootProps {
  /** The piece of the chat; null while it is new. */
  readonly contentId: string | null;
  /** Where the API with the chat routes is mounted; default: the provider's client. */
  readonly apiBasePath?: string;
  /** The origin of that API. */
  readonly apiBaseUrl?: string;
  /** The registration of an editor. With only a context, or null, proposals are shown but cannot be applied. */
  readonly assistantContext: AssistantRegistration | AssistantContext | null;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Called with every new proposal. */
  readonly onProposal?: (proposal: Proposal) => void;
}

/**
 * A chat with an assistant about a piece. It replies with text and proposes changes; nothing changes until the user applies a
 * change, which can be undone.
 *
 * @example
 * <ContentAgentChat contentId={id} assistantContext={assistantContext(editor)} />
 */
export function ContentAgentChat(props: ContentAgentChatProps): ReactElement {
  return (
    <Guard>
      <GuardedChat {...props} />
    </Guard>
  );
}

function GuardedChat(props: ContentAgentChatProps): ReactElement {
  const { contentId, apiBasePath, apiBaseUrl, fetch, className, id } = props;
  const { client: shared } = useColophon();
  const words = useWords(chatEn);
  const client = useMemo<ColophonClient | null>(() => {
    if (apiBasePath === undefined && apiBaseUrl === undefined && fetch === undefined) return shared;
    return createClient({
      ...(apiBaseUrl !== undefined && { baseUrl: apiBaseUrl }),
      ...(apiBasePath !== undefined && { basePath: apiBasePath }),
      ...(fetch !== undefined && { fetch }),
    }) as unknown as ColophonClient;
  }, [shared, apiBasePath, apiBaseUrl, fetch]);
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
