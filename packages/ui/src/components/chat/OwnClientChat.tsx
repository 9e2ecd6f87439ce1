import { createClient } from '@colophon/client';
import { type ReactElement, useMemo } from 'react';
import type { ColophonClient } from '../../state/client-port.ts';
import { type ChatProps, ClientChat } from './ClientChat.tsx';

/** Where the API of a chat is, if not where the provider's client has it. */
export interface ChatApi {
  /** Where the API with the chat routes is mounted; default: the provider's client. */
  readonly apiBasePath?: string;
  /** The origin of that API. */
  readonly apiBaseUrl?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A chat over an API of its own. Loaded on demand, since most chats use the provider's client. */
export function OwnClientChat(props: ChatProps & ChatApi): ReactElement {
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
