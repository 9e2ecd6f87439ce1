/** The answer to a request of a test. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body: parsed if it is JSON, else text. */
  readonly body: any;
}

/** Somebody who sends requests to an application in a test. */
export interface TestCaller {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  patch(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  put(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  delete(path: string, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  /** Calls an MCP tool; the body is its result. */
  tool(name: string, input?: Readonly<Record<string, unknown>>): Promise<TestAnswer>;
}

type Fetch = (request: Request) => Response | Promise<Response>;

/** Returns a caller whose requests have these headers. */
export function testCaller(fetch: Fetch, baseUrl: string, credentials: Readonly<Record<string, string>>): TestCaller {
  const send = async (method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<TestAnswer> => {
    const isBytes = body instanceof Uint8Array || body instanceof Blob || typeof body === 'string';
    const request = new Request(new URL(path, baseUrl), {
      method,
      headers: {
        Host: new URL(baseUrl).host,
        ...credentials,
        ...(body === undefined || isBytes ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const response = await fetch(request);
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
  };
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    tool: (name, input = {}) => send('POST', '/api/mcp/call', { name, arguments: input }),
  };
}
