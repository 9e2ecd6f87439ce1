import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An S3-compatible store on loopback: real HTTP, with the signature and the hash of every request verified as AWS specifies. */
export interface S3Server {
  readonly endpoint: string;
  readonly credentials: { readonly AWS_ACCESS_KEY_ID: string; readonly AWS_SECRET_ACCESS_KEY: string };
  readonly objects: Map<string, Buffer>;
  /** Every request as `PUT /bucket/key 200`. */
  readonly log: string[];
  /** Responds to the next requests with this status instead. */
  fail(status: number, times?: number): void;
  close(): Promise<void>;
}

const ACCESS_KEY = 'AKIAEXAMPLE';
const SECRET_KEY = 'secret/of+the=test';

/** Starts a store with one bucket, `files`. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const log: string[] = [];
  let failing: { status: number; times: number } | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (failing && failing.times > 0) {
        failing.times -= 1;
        send(response, failing.status, `<Error><Code>SlowDown</Code></Error>`);
      } else {
        answer(request, body, response, objects);
      }
      log.push(`${request.method} ${request.url} ${response.statusCode}`);
    });
    request.on('error', () => undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { AWS_ACCESS_KEY_ID: ACCESS_KEY, AWS_SECRET_ACCESS_KEY: SECRET_KEY },
    objects,
    log,
    fail: (status, times = 1) => (failing = { status, times }),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function answer(request: IncomingMessage, body: Buffer, response: ServerResponse, objects: Map<string, Buffer>): void {
  const fault = faultOf(request, body);
  if (fault !== undefined) return send(response, fault === 'MissingContentLength' ? 411 : 403, `<Error><Code>${fault}</Code></Error>`);
  const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://s3');
  if (path === '/files/' && searchParams.get('list-type') === '2') return send(response, 200, listing(objects, searchParams));
  if (!path.startsWith('/files/')) return send(response, 404, '<Error><Code>NoSuchBucket</Code></Error>');
  if (request.method === 'PUT') {
    objects.set(path, body);
    return send(response, 200);
  }
  if (request.method === 'DELETE') {
    objects.delete(path);
    return send(response, 204);
  }
  const found = objects.get(path);
  if (!found) return send(response, 404, '<Error><Code>NoSuchKey</Code></Error>');
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part = first === undefined ? found : found.subarray(Number(first), Number(last) + 1);
  response.writeHead(first === undefined ? 200 : 206, { 'Content-Length': part.length });
  response.end(request.method === 'HEAD' ? undefined : part);
}

const LISTED_AT_ONCE = 3;

/** A page of `ListObjectsV2`: far shorter than that of a real store, so that tests read several. */
function listing(objects: ReadonlyMap<string, Buffer>, parameters: URLSearchParams): string {
  const after = parameters.get('continuation-token') ?? '';
  const all = [...objects.keys()].map((path) => path.slice('/files/'.length)).sort();
  const keys = all.filter((key) => key.startsWith(parameters.get('prefix') ?? '') && key > after);
  const page = keys.slice(0, LISTED_AT_ONCE);
  const entries = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified><Size>${objects.get(`/files/${key}`)?.length}</Size></Contents>`,
  );
  const more = keys.length > page.length;
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}${entries.join('')}</ListBucketResult>`;
}

function send(response: ServerResponse, status: number, body = ''): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(body);
}

/** Returns why AWS would reject the request (Signature Version 4, in the Authorization header). */
function faultOf(request: IncomingMessage, body: Buffer): string | undefined {
  if (request.method === 'PUT' && request.headers['content-length'] === undefined) return 'MissingContentLength';
  const { authorization = '' } = request.headers;
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(authorization) ?? [];
  const [accessKey, ...scope] = credential.split('/');
  if (accessKey !== ACCESS_KEY) return 'InvalidAccessKeyId';
  const sent = String(request.headers['x-amz-content-sha256']);
  if (sent !== hashOf(body)) return 'XAmzContentSHA256Mismatch';
  const stamp = String(request.headers['x-amz-date']);
  const url = new URL(request.url ?? '', 'http://s3');
  const canonical = [
    request.method,
    url.pathname,
    url.search.slice(1),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name])}`),
    '',
    names,
    sent,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope.join('/'), hashOf(canonical)].join('\n');
  const key = scope.reduce<Buffer | string>((made, part) => hmac(made, part), `AWS4${SECRET_KEY}`);
  const expected = hmac(key, toSign);
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected) ? undefined : 'SignatureDoesNotMatch';
}

function hashOf(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: Buffer | string, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
