import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type Caller, type Database, UnavailableError, UsageError } from '@colophon/core';
import type { Preview } from './preview.ts';

/** The creator of a link. */
export interface PreviewMaker {
  readonly kind: 'user' | 'token';
  readonly id: string;
  readonly tenantId: string | null;
}

export interface PreviewSettings {
  /** The secret of the application, at least 32 characters; the same in all its processes. */
  readonly secret: string;
  /** The public URL of the application, such as `https://news.example`. */
  readonly baseUrl: string;
  /** Returns the creator with their current permissions; undefined if they have none left. The link then ends. */
  readonly callerOf: (database: Database, maker: PreviewMaker) => Promise<Caller | undefined>;
  /** Renders the page of a draft with the templates of the site; default: a plain page. It must sanitize what it shows. */
  readonly renderPage?: (preview: Preview) => Promise<PreviewPage>;
}

/** A page that shows a draft, as the site shows its published pieces. */
export interface PreviewPage {
  /** The document. Its content security policy allows no scripts, forms or external styles. */
  readonly html: string;
  /** The text of its only `<style>` element. */
  readonly style: string;
}

interface Configured extends Omit<PreviewSettings, 'secret'> {
  readonly key: Buffer;
}

let configured: Configured | undefined;

/**
 * Enables preview links in this process; undefined disables them.
 *
 * @throws UsageError if the secret has less than 32 characters
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

/** @throws UnavailableError if preview links are disabled */
export function previewSettings(): Configured {
  if (configured) return configured;
  throw new UnavailableError('This application has no preview links.', {
    hint: 'The application enables them with configureContentPreviews.',
  });
}

/** Returns the token of a link. */
export function tokenOf(linkId: string): string {
  return `${linkId}.${signatureOf(linkId)}`;
}

/** Returns the link id in a token; undefined if the token was not created here. */
export function linkIdOf(token: string): string | undefined {
  const [, linkId, signature] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  if (linkId === undefined || signature === undefined) return undefined;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(linkId))) ? linkId : undefined;
}

function signatureOf(linkId: string): string {
  return createHmac('sha256', previewSettings().key).update(linkId).digest('base64url');
}
