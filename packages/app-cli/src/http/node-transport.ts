import type * as Tls from 'node:tls';
import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { decodeText } from '../io/decode-text.ts';
import { InterruptedError, NetworkError, RefusedError } from '../errors/errors.ts';
import { loadHttp, loadHttps, loadTls, loadZlib } from '../io/builtin.ts';
import { proxyForUrl } from './proxy-for-url.ts';
import type { Transport, TransportRequest, TransportResponse } from '../io/transport.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Carries requests with Node's own client. It never follows a redirect, honours `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`
 * (never for this machine itself), and reads gzip.
 */
export function createNodeTransport(env: Environment): Transport {
  const agents = new Map<string, Agent>();
  return {
    async send(request) {
      const agent = await agentFor(request, env, agents);
      return exchange(request, agent);
    },
    close() {
      for (const agent of agents.values()) agent.destroy();
      agents.clear();
    },
  };
}

async function agentFor(request: TransportRequest, env: Environment, agents: Map<string, Agent>): Promise<Agent> {
  const proxy = proxyForUrl(request.url, env);
  const key = `${request.url.protocol} ${proxy} ${request.certificateAuthorities ?? ''}`;
  const existing = agents.get(key);
  if (existing !== undefined) return existing;
  const agent = await createAgent(request, proxy);
  agents.set(key, agent);
  return agent;
}

async function createAgent(request: TransportRequest, proxy: string): Promise<Agent> {
  const secure = request.url.protocol === 'https:';
  const options = { keepAlive: true };
  if (proxy === '') return secure ? new (loadHttps().Agent)(options) : new (loadHttp().Agent)(options);
  if (secure) {
    const { HttpsProxyAgent } = await import('https-proxy-agent');
    return new HttpsProxyAgent(proxy, options);
  }
  const { HttpProxyAgent } = await import('http-proxy-agent');
  return new HttpProxyAgent(proxy, options);
}

function authorities(extra: string | undefined): string[] | undefined {
  // Undefined uses the default authorities, including NODE_EXTRA_CA_CERTS; setting any replaces all of them.
  if (extra === undefined) return undefined;
  // Node 20 does not have getCACertificates.
  const tls: Partial<Pick<typeof Tls, 'getCACertificates'>> & Pick<typeof Tls, 'rootCertificates'> = loadTls();
  return [...(tls.getCACertificates?.('default') ?? tls.rootCertificates), extra];
}

function exchange(request: TransportRequest, agent: Agent): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const { url, signal } = request;
    if (signal.aborted) {
      reject(new InterruptedError());
      return;
    }
    const options: RequestOptions = { method: request.method, headers: { 'accept-encoding': 'gzip', ...request.headers }, agent };
    // Set on the request instead of the agent, because a proxy agent would use them for the proxy itself.
    const ca = authorities(request.certificateAuthorities);
    const outgoing: ClientRequest =
      url.protocol === 'https:'
        ? loadHttps().request(url, { ...options, ...(ca !== undefined && { ca }) })
        : loadHttp().request(url, options);
    const interrupt = (): void => fail(new InterruptedError());
    const timer = setTimeout(() => {
      fail(
        new NetworkError(`${url.host} did not respond within ${request.timeoutMilliseconds / 1000} seconds`, {
          hint: 'Try again, or allow more time with --timeout <seconds>.',
        }),
      );
    }, request.timeoutMilliseconds);
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
    };
    const fail = (error: Error): void => {
      settle();
      outgoing.destroy();
      reject(error);
    };
    signal.addEventListener('abort', interrupt, { once: true });
    outgoing.on('error', (error) => fail(asNetworkError(error, url)));
    outgoing.on('response', (incoming) => {
      readBody(incoming, request).then(
        (body) => {
          settle();
          resolve({ status: incoming.statusCode ?? 0, headers: headersOf(incoming), body });
        },
        (error: unknown) => fail(error instanceof RefusedError ? error : asNetworkError(error, url)),
      );
    });
    outgoing.end(request.body);
  });
}

async function readBody(incoming: IncomingMessage, request: TransportRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded(incoming)) {
    // Counted after decompression, so that a small response cannot expand to a large one.
    bytes += chunk.length;
    if (bytes > request.maxBytes) {
      incoming.destroy();
      throw new RefusedError(
        'answer_too_large',
        `The response of ${request.url.host} is larger than ${request.maxBytes} bytes; reading was stopped`,
      );
    }
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}

function decoded(incoming: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = incoming.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return incoming;
  if (encoding !== 'gzip') {
    incoming.destroy();
    throw new RefusedError('answer_encoding', 'The server used a response encoding that was not requested');
  }
  const gunzip = loadZlib().createGunzip();
  incoming.on('error', (error) => gunzip.destroy(error));
  incoming.on('aborted', () => gunzip.destroy(new Error('aborted')));
  return incoming.pipe(gunzip);
}

function headersOf(incoming: IncomingMessage): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

const REASONS = new Map([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'the host is unknown'],
  ['EAI_AGAIN', 'the name could not be looked up'],
  ['ECONNRESET', 'the connection was cut'],
  ['EPIPE', 'the connection was cut'],
  ['ETIMEDOUT', 'the connection timed out'],
  ['EHOSTUNREACH', 'there is no route to it'],
  ['ENETUNREACH', 'the network is down'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate chain is self-signed'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is signed by an authority that is not trusted here'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate is signed by an authority that is not trusted here'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
]);

function asNetworkError(error: unknown, url: URL): NetworkError {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const reason = REASONS.get(code ?? '') ?? (code === undefined ? 'the connection failed' : `the connection failed (${code})`);
  const certificate = code !== undefined && /CERT|SIGNATURE/.test(code);
  const hint = certificate
    ? 'If you trust its authority, name its file with --ca-cert <file>.'
    : 'Check the address and your connection, then try again.';
  return new NetworkError(`Could not reach ${url.protocol}//${url.host}: ${reason}`, {
    cause: error,
    hint,
    cut: code === 'ECONNRESET' || code === 'EPIPE',
  });
}
