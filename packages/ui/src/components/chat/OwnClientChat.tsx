import { createClient } from '@colophon/client';
import { type ReactElement, useMemo } from 'react';
import type { ColophonClient } from '../../state/client-port.ts';
import { ClientChat } from './ClientChat.tsx';
import type { ContentAgentChatProps } from './ContentAgentChat.tsx';

/** A chat over an API of its own. Loaded on demand, since most chats use the provider's client. */
export function OwnClientChat(props: ContentAgentChatProps): ReactElement {
  const { apiBasePath, apiBaseUrl, fetch } = props;
  const client = useMemo(
    () =>
      createClient({
        ...(apiBaseUrl !== undefined && { baseUrl: apiBaseUrl }),
        ...(apiBasePath !== undefined && { basePath: apiBasePath }),
        ...(fetch !== undefined && { fetch }),
      }) as unknown as ColophonClient,
    [apiBasePath, apiBaseUrl, fetch],
  );
  return <ClientChat {...props} client={client} />;
}
