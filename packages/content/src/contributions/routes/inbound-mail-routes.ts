import { type Call, ColophonError, MalformedError } from '@colophon/core';
import { withCall } from '@colophon/core/rest';
import type { Route, RouteOptions } from '../../record/capability.ts';
import { ContentContributions } from '../content-contributions.ts';
import { inboundMail } from '../mail/inbound-mail-settings.ts';
import { ingestMail } from '../mail/ingest-mail.ts';
import { withSignedBody } from '../mail/signed-body.ts';
import { webhookKey } from '../mail/webhook-secret.ts';

/**
 * `POST /inbound-mail`: a mail delivered by a relay, signed according to Standard Webhooks. The first two lines of its body are
 * `X-Colophon-Recipient:` and `X-Colophon-Envelope-From:`, so that they are covered by the signature; the mail follows.
 */
export function inboundMailRoutes(options: RouteOptions): Route[] {
  return [
    {
      method: 'POST',
      path: '/inbound-mail',
      under: 'api',
      handle: (request) => {
        const secret = options.database.ports.use(inboundMail)?.webhookSecret;
        return secret === undefined
          ? undefined
          : withCall(request, { ...options, authenticate: nobody }, (call) => receive(request, secret, options, call));
      },
    },
  ];
}

/** The signature is the only authentication. */
function nobody() {
  return { kind: 'anonymous' as const, id: null, name: null, tenantId: null, role: null };
}

async function receive(request: Request, secret: string, { database }: RouteOptions, call: Call): Promise<Response> {
  const ingested = await withSignedBody(request, webhookKey(secret), call.now(), (body) => {
    const { recipient, envelopeFrom, bytes } = splitEnvelope(body);
    return ingestMail(new ContentContributions(database, call), { bytes, recipient, envelopeFrom, byRelay: true });
  });
  // 200 would tell the relay to forget a mail of which nothing is kept here.
  if (ingested.outcome === 'refused') throw refusedMail(ingested.reason ?? 'refused');
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Request-Id': call.requestId ?? '' };
  return new Response(JSON.stringify(ingested), { status: 200, headers });
}

function refusedMail(reason: string): ColophonError {
  return new ColophonError(422, reason, `The mail is refused (${reason}); nothing of it is kept here.`, {
    extensions: { outcome: 'refused' },
    hint: 'Return it to its sender; sending it again has the same result.',
  });
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
