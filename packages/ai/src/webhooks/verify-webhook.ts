import { fromBase64 } from '../bytes/base64.ts';

/** Why a notification was refused. */
export type WebhookFault = 'not_configured' | 'malformed' | 'expired' | 'wrong_signature' | 'repeated';

/** A notification that must not be acted on. Its message contains no secret and nothing of the body. */
export class WebhookError extends Error {
  readonly code: WebhookFault;

  constructor(code: WebhookFault, message: string) {
    super(message);
    this.name = 'WebhookError';
    this.code = code;
  }
}

/** Options of {@link verifyWebhook}. */
export interface WebhookOptions {
  /** The secret of the endpoint, `whsec_…`; while it is being replaced, both. */
  secret: string | readonly string[];
  /** Seconds by which the vendor's clock may differ, in both directions. Default 300. */
  tolerance?: number;
  /** Milliseconds since 1970. Default: the clock. */
  now?: () => number;
  /**
   * Remembers the id of a notification and returns whether it is new. A vendor repeats a notification that was not answered, and whoever
   * recorded one could within the tolerance; without this, the same one is accepted again.
   *
   * @param expiresAt milliseconds since 1970, after which the id may be forgotten
   */
  isNew?: (id: string, expiresAt: number) => boolean | Promise<boolean>;
}

/** A notification that the vendor has signed. */
export interface VerifiedWebhook {
  /** The same for each repetition. */
  id: string;
  sentAt: Date;
  /** For example `batch.completed` or `response.completed`. */
  type: string;
  /** What the notification is about: the id of a batch or a response, if it names one. */
  subjectId?: string;
  /** The whole notification. */
  event: Readonly<Record<string, unknown>>;
}

/** The largest body that is read, in bytes, and the most signatures that are compared. */
const MAX_BODY = 1024 * 1024;
const MAX_SIGNATURES = 20;

/**
 * Verifies a notification of a vendor that signs by Standard Webhooks, as OpenAI and Anthropic do, and returns it. The body must be passed
 * as it arrived: parsed and written again, it is no longer what was signed.
 *
 * @throws WebhookError with `code`; do not act on the notification then
 *
 * @example
 * async function onWebhook(request: Request, secret: string): Promise<void> {
 *   const { type, subjectId } = await verifyWebhook(await request.text(), request.headers, { secret });
 *   if (type === 'batch.completed') console.log(`The batch ${subjectId} is done.`);
 * }
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  { secret, tolerance = 300, now = Date.now, isNew }: WebhookOptions,
): Promise<VerifiedWebhook> {
  const keys = await readKeys(secret);
  if (!Number.isFinite(tolerance) || tolerance < 0) throw new WebhookError('not_configured', 'tolerance must be a number of seconds.');
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (!(bytes instanceof Uint8Array) || bytes.byteLength > MAX_BODY)
    throw malformed(`the body is not text, or larger than ${MAX_BODY} bytes`);
  if (!/^\d{1,12}$/.test(timestamp) || !/^[\w.:-]{1,256}$/.test(id)) throw malformed('webhook-id or webhook-timestamp is malformed');
  const signatures = readHeader(headers, 'webhook-signature').split(' ').slice(0, MAX_SIGNATURES);
  if (!(await isSigned(keys, signatures, id, timestamp, bytes))) {
    throw new WebhookError(
      'wrong_signature',
      'The webhook is not signed with this secret. Check the secret, and pass the body as it arrived.',
    );
  }
  // Checked after the signature, so that nobody else learns anything of the clock.
  const sentAt = Number(timestamp) * 1000;
  if (Math.abs(now() - sentAt) > tolerance * 1000)
    throw new WebhookError('expired', `The webhook was not sent within ${tolerance} seconds of now.`);
  const event = parseEvent(bytes);
  if (isNew !== undefined && (await isNew(id, sentAt + 2 * tolerance * 1000)) !== true) {
    throw new WebhookError('repeated', 'The webhook was received before.');
  }
  const { type, data } = event;
  const subjectId = typeof data === 'object' && data !== null ? (data as { id?: unknown }).id : undefined;
  return {
    id,
    sentAt: new Date(sentAt),
    type: typeof type === 'string' ? type.slice(0, 200) : '',
    ...(typeof subjectId === 'string' ? { subjectId: subjectId.slice(0, 300) } : {}),
    event,
  };
}

async function readKeys(secret: string | readonly string[]): Promise<CryptoKey[]> {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (
    !Array.isArray(secrets) ||
    secrets.length === 0 ||
    !secrets.every((one) => /^(?:whsec_)?[A-Za-z\d+/_-]{16,}={0,2}$/.test(String(one)))
  ) {
    throw new WebhookError('not_configured', 'secret must be the secret of the endpoint, whsec_ and base64.');
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return Promise.all(
    (secrets as readonly string[]).map((one) =>
      crypto.subtle.importKey('raw', fromBase64(one.replace(/^whsec_/, '')), algorithm, false, ['verify']),
    ),
  );
}

/** Whether one of the signatures is that of one of the keys. The comparison takes the same time wherever they differ. */
async function isSigned(
  keys: readonly CryptoKey[],
  signatures: readonly string[],
  id: string,
  timestamp: string,
  body: Uint8Array,
): Promise<boolean> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  for (const entry of signatures) {
    // Version 1 is HMAC-SHA256; 1a would be a public key, which these vendors do not use.
    const digits = /^v1,([A-Za-z\d+/]{43}=)$/.exec(entry)?.[1];
    if (digits === undefined) continue;
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, fromBase64(digits), signed)) return true;
  }
  return false;
}

function parseEvent(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw malformed('the body is not a JSON object');
}

function readHeader(headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>, name: string): string {
  const value =
    headers instanceof Headers ? headers.get(name) : Object.entries(headers ?? {}).find(([own]) => own.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw malformed(`the header ${name} is missing, or is there more than once`);
}

function malformed(reason: string): WebhookError {
  return new WebhookError('malformed', `The webhook is malformed: ${reason}.`);
}
