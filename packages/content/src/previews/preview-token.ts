import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type Caller, type Database, port, UnavailableError, UsageError } from '@colophon/core';
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

/** Preview links of an application. */
export class Previews {
  readonly baseUrl: PreviewSettings['baseUrl'];
  readonly callerOf: PreviewSettings['callerOf'];
  readonly renderPage: PreviewSettings['renderPage'];
  readonly #key: Buffer;

  /** @throws UsageError if the secret has less than 32 characters */
  constructor({ secret, baseUrl, callerOf, renderPage }: PreviewSettings) {
    if (secret.length < 32) throw new UsageError('The secret of preview links must have at least 32 characters.');
    this.baseUrl = baseUrl;
    this.callerOf = callerOf;
    this.renderPage = renderPage;
    this.#key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'colophon preview link', 32));
  }

  /** Returns the token of a link. */
  tokenOf(linkId: string): string {
    return `${linkId}.${this.#signatureOf(linkId)}`;
  }

  /** Returns the link id in a token; undefined if the token was not created here. */
  linkIdOf(token: string): string | undefined {
    const [, linkId, signature] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
    if (linkId === undefined || signature === undefined) return undefined;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.#signatureOf(linkId))) ? linkId : undefined;
  }

  #signatureOf(linkId: string): string {
    return createHmac('sha256', this.#key).update(linkId).digest('base64url');
  }
}

/** The preview links of drafts; without it there are none. */
export const previews = port<Previews | undefined>('previews', undefined);

/** @throws UnavailableError if there are no preview links */
export function requirePreviews(database: Database): Previews {
  const provided = database.ports.use(previews);
  if (provided) return provided;
  throw new UnavailableError('This application has no preview links.', {
    hint: 'The application enables them by the port previews.',
  });
}
