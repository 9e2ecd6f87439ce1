import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const CLIENT = { id: 'newsroom', secret: 'a secret that only the two of us know' };

/** A real provider (oidc-provider) on a free loopback port, where every user is Ada and has consented already. */
export interface RealProvider {
  readonly issuer: string;
  stop(): void;
}

export async function startRealProvider(baseUrl: () => string): Promise<RealProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = baseUrl();
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${url}/oidc/real/callback`],
        post_logout_redirect_uris: [`${url}/sign-in`],
        backchannel_logout_uri: `${url}/oidc/backchannel-logout`,
        backchannel_logout_session_required: true,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        // No confirmation: every visit signs out.
        logoutSource: (context: { body?: unknown }, form: string) => {
          context.body = `<!doctype html>${form.replace('</form>', '<input type="hidden" name="logout" value="yes"/></form>')}`;
        },
      },
    },
    interactions: { url: () => '/interaction' },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, email: 'ada@sso.example', email_verified: true, name: 'Ada Lovelace', groups: ['desk'] }),
    }),
    loadExistingGrant: async (context: { oidc: { client?: { clientId: string }; session?: { accountId?: string } } }) => {
      const grant = new provider.Grant({ clientId: context.oidc.client?.clientId ?? '', accountId: context.oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['a key of the tests'] },
    // Its own `fetch` refuses loopback addresses, where it must announce a sign-out.
    fetch: (address: string, init: RequestInit) => fetch(address, { ...init, dispatcher: undefined } as RequestInit),
  });
  const listen = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction') !== true) return void listen(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: 'ada-at-the-provider' } });
  });
  return { issuer, stop: () => server.close() };
}
