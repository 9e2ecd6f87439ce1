import { type Call, MethodNotAllowedError, type Operation, runOperation, UsageError } from '@colophon/core';
import { receiveFile, safeFileName } from '@colophon/core/files';
import { readJson, respond, withCall, receivedBody } from '@colophon/core/rest';
import { assetFilesOf, MAXIMUM_FILE, receiveOptions } from '../../assets/asset-files.ts';
import type { Route, RouteOptions } from '../../record/capability.ts';
import { ContentContributions } from '../content-contributions.ts';
import { declaredType } from '../intake/declared-type.ts';
import { keepUpload } from '../files/keep-upload.ts';
import { ownerOf } from '../files/tickets.ts';
import { requireUploads } from '../types/types-answer.ts';
import { RevisionInput, WebSubmission, WithdrawInput } from '../intake/inputs.ts';
import { admitByLink, readByLink, withdrawByLink } from '../links/act-by-link.ts';
import { readInput } from '../../record/read-input.ts';
import { reserveSubmission, reserveUpload } from '../record/throttles.ts';
import { attachmentFile, exportZip, wantsZip } from './downloads.ts';
import { isForm, receiveForm } from './receive-form.ts';

/** The API endpoints of contributions other than the JSON operations. */
export function contributionApiRoutes(options: RouteOptions): Route[] {
  const answering = (request: Request, answer: (call: Call) => Promise<Response>) => withCall(request, options, answer);
  return [
    {
      method: 'POST',
      path: '/content-contributions/submit',
      under: 'api',
      handle: (request) => (isForm(request) ? answering(request, (call) => submitForm(request, options, call)) : undefined),
    },
    {
      method: 'POST',
      path: '/content-contributions/uploads',
      under: 'api',
      handle: (request) => answering(request, (call) => upload(request, options, call)),
    },
    {
      method: 'ALL',
      path: '/content-contribution-attachments/:id/file',
      under: 'api',
      handle: (request, { id = '' }) => answering(request, (call) => attachmentFile(request, options, id, call)),
    },
    {
      method: 'GET',
      path: '/content-contributors/:id/export',
      under: 'api',
      handle: (request, { id = '' }) => (wantsZip(request) ? answering(request, (call) => exportZip(options, id, call)) : undefined),
    },
    ...notOffered(options),
    ...LINKED.map(({ path, method, act }): Route => ({
      method,
      path,
      under: 'api',
      handle(request, { id = '' }) {
        const key = request.headers.get('x-contribution-key');
        if (key === null || (method === 'GET' && request.method !== 'GET')) return undefined;
        return answering(request, async (call) => json(await act({ options, link: { id, key }, request, call }), call));
      },
    })),
  ];
}

/** The endpoints for contributors without an account, authenticated by the link that was sent to them. */
const LINKED: readonly {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly act: (parts: { options: RouteOptions; link: { id: string; key: string }; request: Request; call: Call }) => Promise<unknown>;
}[] = [
  {
    method: 'GET',
    path: '/content-contributions/:id',
    act: ({ options: { database }, link, call }) => readByLink(new ContentContributions(database, call), link),
  },
  {
    method: 'POST',
    path: '/content-contributions/:id/withdraw',
    async act({ options: { database }, link, request, call }) {
      await admitByLink(new ContentContributions(database, call), link);
      return withdrawByLink(new ContentContributions(database, call), link, readInput(WithdrawInput, (await readJson(request)) ?? {}));
    },
  },
  {
    method: 'POST',
    path: '/content-contributions/:id/revisions',
    async act({ options, link, request, call }) {
      const { database } = options;
      // Before the body is received.
      await admitByLink(new ContentContributions(database, call), link);
      const { fields, received, discard } = isForm(request)
        ? await receiveForm(database, request)
        : { fields: await readJson(request, LARGEST_JSON), received: [], discard: async () => undefined };
      try {
        const input = { ...readInput(RevisionInput, fields), ...link, received };
        return (await runOperation(hidden(options, 'replyByLink'), { database, call, input, idempotencyKey: keyOf(request) })).value;
      } finally {
        await discard();
      }
    },
  },
];

const LARGEST_JSON = 2_000_000;

/** Resources that only operations can write reject other methods and name the supported ones. */
function notOffered(options: RouteOptions): Route[] {
  const refuse = (request: Request, allow: readonly string[]) =>
    withCall(request, options, () =>
      Promise.reject(
        new MethodNotAllowedError('This is written by what is done with contributions, and by nothing else.', allow, 'operation_only'),
      ),
    );
  const read = ['GET', 'HEAD'];
  return ['content-contribution-revisions', 'content-contribution-attachments'].flatMap((slug): Route[] => [
    { method: 'POST', path: `/${slug}`, under: 'api', handle: (request) => refuse(request, read) },
    ...(slug === 'content-contribution-attachments'
      ? [
          {
            method: 'ALL' as const,
            path: `/${slug}/:id`,
            under: 'api' as const,
            handle: (request: Request) => (read.includes(request.method) ? undefined : refuse(request, read)),
          },
        ]
      : []),
  ]);
}

function json(value: unknown, call: Call, status = 200): Response {
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Request-Id': call.requestId ?? '',
    'X-Content-Type-Options': 'nosniff',
  };
  return new Response(JSON.stringify(value), { status, headers });
}

/** The same key with the same form, fields and bytes, is the same submission: the client did not get the response to the first one. */
function keyOf(request: Request): string | undefined {
  return request.headers.get('idempotency-key') ?? undefined;
}

/** The operation behind a route, which no surface exposes. */
function hidden({ table }: RouteOptions, name: string): Operation {
  const operation = table.operation(`content-contributions.${name}`);
  if (!operation) throw new UsageError('The operation table has no ContentContributions.');
  return operation;
}

async function submitForm(request: Request, options: RouteOptions, call: Call): Promise<Response> {
  const { database } = options;
  // Before the body is read.
  await reserveSubmission(database, call);
  const { fields, received, discard } = await receiveForm(database, request);
  try {
    const operation = hidden(options, 'submitForm');
    const input = { ...readInput(WebSubmission, fields), received };
    const answer = await runOperation(operation, { database, call, input, idempotencyKey: keyOf(request) });
    // Anonymous callers can read no contribution, and receive no URL of it.
    const response = respond(operation, answer, request, call, options);
    response.headers.set('Cache-Control', 'no-store');
    return response;
  } finally {
    await discard();
  }
}

/** `POST …/uploads?name=` with the raw bytes: 201 and the ticket by which a submission names the file. */
async function upload(request: Request, { database }: RouteOptions, call: Call): Promise<Response> {
  const largest = await requireUploads(database, call);
  await reserveUpload(database, call, ownerOf(call));
  const query = new URL(request.url).searchParams;
  const options = receiveOptions({ ...assetFilesOf(database), limit: Math.min(MAXIMUM_FILE, largest) });
  const body = receivedBody(request);
  const file = await receiveFile(body, options);
  try {
    await call.confirm?.();
    const filename = query.get('name') ?? safeFileName('');
    const declaredMimeType = declaredType(request.headers.get('content-type'));
    return json(await keepUpload(database, call, { file, filename, declaredMimeType }), call, 201);
  } finally {
    await file.discard();
  }
}
