import type { ReactElement } from 'react';
import type { AssistantContext } from '../../state/assistant/context.ts';
import type { Proposal } from '../../state/assistant/proposal.ts';
import type { AssistantRegistration } from '../../state/assistant/registration.ts';
import type { RootProps } from '../class-names.ts';
import { Busy } from '../controls/Busy.tsx';
import { Guard } from '../controls/Guard.tsx';
import { Loaded } from '../controls/Loaded.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { ClientChat } from './ClientChat.tsx';

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
