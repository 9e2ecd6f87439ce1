import type { Database } from '@colophon/core';

/** The parts of a piece that its URL is built from. */
export interface AddressedContent {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly context: string;
  /** The tenant; null for a global piece. Slugs are unique only within a tenant. */
  readonly tenantId: string | null;
}

type AddressOf = (content: AddressedContent) => string;
/** Returns the base URL of a tenant's site, such as `https://gazette.example`; null for a tenant without one. */
type SiteOf = (database: Database, tenantId: string) => Promise<string | null>;

let configured: AddressOf | null = null;
let sites: SiteOf | null = null;

/**
 * Sets the URLs of pieces for readers, used in feeds, sitemaps and links: an absolute URL, or a path of this application. Null restores the
 * default: `/articles/<slug>` for articles and `/documents/<slug>` for others, with the context before the slug if there is one.
 *
 * @example
 * configureContentAddresses(({ slug }) => `https://news.example/${slug}`);
 */
export function configureContentAddresses(addressOf: AddressOf | null): void {
  configured = addressOf;
}

/**
 * Sets the base URLs of tenants' sites. Without it no tenant has one: the pieces of a tenant then have no URL, unless
 * `configureContentAddresses` returns an absolute one.
 *
 * @example
 * configureContentSites(async (database, tenantId) => `https://${(await new Tenants(database).require(tenantId)).hostnames[0]}`);
 */
export function configureContentSites(siteOf: SiteOf | null): void {
  sites = siteOf;
}

/** Returns the URL of a piece for readers: a path on the site that it belongs to, or a configured absolute URL. */
export function contentAddress(content: AddressedContent): string {
  if (configured !== null) return configured(content);
  const segments = content.context.split('/');
  // A context in the form of a path is one; any other is a single segment, so that it can be decoded unchanged.
  const context = segments.every((each) => each !== '' && each !== '.' && each !== '..') ? segments : [content.context];
  const path = [...(content.context === '' ? [] : context), content.slug].map(encodeURIComponent).join('/');
  return `/${content.type === 'article' ? 'articles' : 'documents'}/${path}`;
}

/**
 * Returns the absolute URL of a piece for readers: of a global one at `baseUrl`, of a tenant's on the tenant's own site. Null if the tenant
 * has no site: its pieces are then on no page, and must not use the URL of another site.
 *
 * @example
 * await contentUrl(database, article, 'https://news.example'); // 'https://news.example/articles/budget-approved'
 */
export async function contentUrl(database: Database, content: AddressedContent, baseUrl: string): Promise<string | null> {
  const address = contentAddress(content);
  if (URL.canParse(address)) return address;
  const site = content.tenantId === null ? baseUrl : await siteOfTenant(database, content.tenantId);
  return site === null ? null : new URL(address, `${site}/`).href;
}

/** Returns the base URL of a tenant's site; null for one without a site. */
export async function siteOfTenant(database: Database, tenantId: string): Promise<string | null> {
  return (await sites?.(database, tenantId)) ?? null;
}
