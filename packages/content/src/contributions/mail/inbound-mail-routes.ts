import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Call, MalformedError, TooLargeError, UnauthenticatedError } from '@colophon/core';
import { withCall } from '@colophon/core/rest';
import type { Route, RouteOptions } from '../../record/capability.ts';
import { ContentContributions } from '../content-contributions.ts';
import { inboundMailSettings } from './configure-inbound-mail.ts';
import { ingestMail } from './ingest-mail.ts';

const MAXIMUM_MAIL = 30_000_000;
const TOLERANCE_MS = 300_000;

/**
 * `POST /inbound-mail`: a mail that a relay hands in, signed as Standard Webhooks are. The first two lines of its body are
 * `X-Colophon-Recipient:` and `X-Colophon-Envelope-From:`, so that they are signed too; the mail follows.
 */
export function inboundMailRoutes(options: RouteOptions): Route[] {
  return [
    {
      method: 'POST',
      path: '/inbound-mail',
      under: 'api',
      handle: (request) => {
        const secret = inboundMailSettings()?.webhookSecret;
        return secret === undefined
          ? undefined
          : withCall(request, { ...options, authenticate: nobody }, (call) => receive(request, secret, options, call));
      },
    },
  ];
}

/** The signature says who it is, and nothing else does. */
function nobody() {
  return { kind: 'anonymous' as const, id: null, name: null, tenantId: null, role: null };
}

async function receive(request: Request, secret: string, { database }: RouteOptions, call: Call): Promise<Response> {
  const body = await readBody(request);
  requireSignature(request.headers, body, secret, call.now());
  const { recipient, envelopeFrom, bytes } = splitEnvelope(body);
  const ingested = await ingestMail(new ContentContributions(database, call), { bytes, recipient, envelopeFrom, byRelay: true });
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Request-Id': call.requestId ?? '' };
  return new Response(JSON.stringify(ingested), { status: 200, headers });
}

async function readBody(request: Request): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > MAXIMUM_MAIL) throw new TooLargeError(MAXIMUM_MAIL);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? new Blob([]).stream()) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAXIMUM_MAIL) throw new TooLargeError(MAXIMUM_MAIL);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws UnauthenticatedError when it is not signed with the secret, or too long ago */
function requireSignature(headers: Headers, body: Buffer, secret: string, now: Date): void {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers.get(name) ?? '');
  const isRecent = /^\d{1,12}$/.test(timestamp ?? '') && Math.abs(now.getTime() - Number(timestamp) * 1000) <= TOLERANCE_MS;
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const isSigned = (signatures ?? '').split(' ').some((each) => {
    const given = each.startsWith('v1,') ? Buffer.from(each.slice(3), 'base64') : Buffer.alloc(0);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (id === '' || !isRecent || !isSigned)
    throw new UnauthenticatedError('The mail is not signed as it must be, or was signed too long ago.');
}

function splitEnvelope(body: Buffer): { recipient: string; envelopeFrom: string; bytes: Buffer } {
  const [first, rest] = lineOf(body, 'X-Colophon-Recipient');
  const [second, bytes] = lineOf(rest, 'X-Colophon-Envelope-From');
  return { recipient: first.replace(/^<|>$/g, ''), envelopeFrom: second.replace(/^<|>$/g, ''), bytes };
}

function lineOf(body: Buffer, name: string): [string, Buffer] {
  const end = body.subarray(0, 1000).indexOf('\n');
  const [, value] = new RegExp(`^${name}:[ \\t]*(.*?)\\r?$`, 'i').exec(body.toString('utf8', 0, Math.max(0, end))) ?? [];
  if (end < 0 || value === undefined)
    throw new MalformedError(`The first lines of the body must be X-Colophon-Recipient: and X-Colophon-Envelope-From:, before the mail.`, {
      code: 'envelope',
    });
  return [value.trim(), body.subarray(end + 1)];
}
