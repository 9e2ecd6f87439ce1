import { isPlainObject, type DiscoveryPayload } from '@colophon/contract';
import { startHttp, type FakeAnswer, type FakeHttpServer, type SeenRequest } from './fake-http.ts';

/** Another implementation of the same application interface, with only the specified endpoints and formats. */
export interface SpecServer extends FakeHttpServer {
  readonly token: string;
  /** Additional members of the start response. */
  startExtras: Readonly<Record<string, unknown>>;
  /** The session response; undefined for an empty body. */
  session: unknown;
  /** Responses that replace those of the server, by method and path, such as `GET /api/_resources`. */
  readonly answers: Map<string, FakeAnswer>;
  /** The response to unknown paths. */
  unknown: FakeAnswer;
}

/** The catalog of such a server for a signed-in user. */
export const SPEC_PAYLOAD: DiscoveryPayload = {
  user: { authenticated: true },
  warnings: [],
  resources: [
    {
      slug: 'articles',
      className: 'Article',
      apiPath: 'articles',
      label: 'Articles',
      commands: [
        { methodName: 'list', commandName: 'list', kind: 'crud', scope: 'collection', httpMethod: 'GET', pathSegments: [] },
        {
          methodName: 'get',
          commandName: 'get',
          kind: 'crud',
          scope: 'item',
          httpMethod: 'GET',
          pathSegments: [],
          parameters: { type: 'object', properties: {} },
        },
      ],
    },
  ],
};

/** Starts such a server. Its logins are approved at the second poll. */
export async function startSpecServer(): Promise<SpecServer> {
  const parts = {
    token: 'another-implementations-token',
    startExtras: {} as Readonly<Record<string, unknown>>,
    session: { userId: 'ada' } as unknown,
    answers: new Map<string, FakeAnswer>(),
    unknown: { status: 404, text: '<h1>Not found</h1>', headers: { 'content-type': 'text/html' } } as FakeAnswer,
  };
  let polls = 0;
  const http = await startHttp((request) => {
    polls = request.path === '/api/cli/auth/token' ? polls + 1 : polls;
    return answer(server, request, polls);
  });
  const server: SpecServer = Object.assign(http, parts);
  return server;
}

function answer(server: SpecServer, request: SeenRequest, polls: number): FakeAnswer {
  const isSignedIn = request.headers.authorization === `Bearer ${server.token}`;
  const line = `${request.method} ${request.path}`;
  const replaced = server.answers.get(line);
  if (replaced !== undefined) return replaced;
  switch (line) {
    case 'POST /api/cli/auth/start':
      if (request.text !== '') return { status: 400, json: { message: 'No body is expected' } };
      return {
        status: 200,
        json: { deviceCode: 'a-long-secret-device-code', userCode: '7h2k 99', verificationUrl: `${server.url}/cli`, ...server.startExtras },
      };
    case 'POST /api/cli/auth/token':
      if (!isPlainObject(request.json) || request.json['deviceCode'] !== 'a-long-secret-device-code') return { status: 410 };
      if (polls < 2) return { status: 200, json: { status: 'pending' } };
      return { status: 200, json: { status: 'approved', accessToken: server.token, tokenType: 'Bearer' } };
    case 'GET /api/cli/auth/session':
      return isSignedIn ? { status: 200, ...(server.session !== undefined && { json: server.session }) } : { status: 401 };
    case 'DELETE /api/cli/auth/session':
      return { status: 204 };
    case 'GET /api/_resources':
      return { status: 200, json: isSignedIn ? SPEC_PAYLOAD : { ...SPEC_PAYLOAD, user: { authenticated: false }, resources: [] } };
    case 'GET /api/articles':
      return isSignedIn ? { status: 200, json: [{ id: 'a1', title: 'One' }] } : { status: 401 };
    default:
      return server.unknown;
  }
}
