import type { ReactElement } from 'react';
import { Busy } from '../controls/Busy.tsx';
import { Guard } from '../controls/Guard.tsx';
import { Loaded } from '../controls/Loaded.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { type ChatProps, ClientChat } from './ClientChat.tsx';
import type { ChatApi } from './OwnClientChat.tsx';

export interface ContentAgentChatProps extends ChatProps, ChatApi {}

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

const loadOwn = () => import('./OwnClientChat.tsx');

function GuardedChat(props: ContentAgentChatProps): ReactElement {
  const { apiBasePath, apiBaseUrl, fetch } = props;
  const { client } = useColophon();
  if (apiBasePath === undefined && apiBaseUrl === undefined && fetch === undefined) return <ClientChat {...props} client={client} />;
  return (
    <Loaded load={loadOwn} waiting={<Busy lines={3} />}>
      {({ OwnClientChat }) => <OwnClientChat {...props} />}
    </Loaded>
  );
}
