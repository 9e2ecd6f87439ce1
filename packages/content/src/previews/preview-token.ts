import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type Caller, type Database, UnavailableError, UsageError } from '@colophon/core';

/** Somebody who made a link once. */
export interface PreviewMaker {
  readonly kind: 'user' | 'token';
  readonly id: string;
  readonly tenantId: string | null;
}

export interface PreviewSettings {
  /** The secret of the application, of 32 characters or more: every process of it has the same one. */
  readonly secret: string;
  /** Where people reach the application, such as `https://news.example`. */
  readonly baseUrl: string;
  /** What a maker may do now; undefined when that is nothing any more. A link ends with it. */
  readonly callerOf: (database: Database, maker: PreviewMaker) => Promise<Caller | undefined>;
}

interface Configured extends Omit<PreviewSettings, 'secret'> {
  readonly key: Buffer;
}

let configured: Configured | undefined;

/**
 * Lets drafts be shown by links in this process; undefined lets none be.
 *
 * @throws UsageError when the secret has less than 32 characters
 */
export function configureContentPreviews(settings: PreviewSettings | undefined): void {
  if (!settings) {
    configured = undefined;
    return;
  }
  const { secret, ...others } = settings;
  if (secret.length < 32) throw new UsageError('The secret of preview links must have at least 32 characters.');
  configured = { ...others, key: Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'colophon preview link', 32)) };
}

/** @throws UnavailableError where drafts are not shown by links */
export function previewSettings(): Configured {
  if (configured) return configured;
  throw new UnavailableError('This application has no preview links.', { hint: 'They are set up by configureContentPreviews.' });
}

/** The token of a link. */
export function tokenOf(linkId: string): string {
  return `${linkId}.${signatureOf(linkId)}`;
}

/** The link that a token is of; undefined when it was not made here. */
export function linkIdOf(token: string): string | undefined {
  const [, linkId, signature] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  if (linkId === undefined || signature === undefined) return undefined;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(linkId))) ? linkId : undefined;
}

function signatureOf(linkId: string): string {
  return createHmac('sha256', previewSettings().key).update(linkId).digest('base64url');
}
