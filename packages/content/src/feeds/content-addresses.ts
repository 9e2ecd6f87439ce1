import type { Database } from '@colophon/core';

/** What of a piece its address is made of. */
export interface AddressedContent {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly context: string;
  /** Whose it is; null for a global piece. Slugs are unique within a tenant alone. */
  readonly tenantId: string | null;
}

type AddressOf = (content: AddressedContent) => string;
/** The address of the site of a tenant, such as `https://gazette.example`; null for a tenant without one. */
type SiteOf = (database: Database, tenantId: string) => Promise<string | null>;

let configured: AddressOf | null = null;
let sites: SiteOf | null = null;

/**
 * Says where readers find a piece, for feeds, sitemaps and links: a whole address, or a path of this application. Null goes back to
 * `/articles/<slug>` and, for what is no article, `/documents/<slug>`, with the context before the slug where there is one.
 *
 * @example
 * configureContentAddresses(({ slug }) => `https://news.example/${slug}`);
 */
export function configureContentAddresses(addressOf: AddressOf | null): void {
  configured = addressOf;
}

/**
 * Says where the site of a tenant stands. Without it no tenant has one: the pieces of a tenant are then at no address, unless
 * `configureContentAddresses` gives them a whole one.
 *
 * @example
 * configureContentSites(async (database, tenantId) => `https://${(await new Tenants(database).require(tenantId)).hostnames[0]}`);
 */
export function configureContentSites(siteOf: SiteOf | null): void {
  sites = siteOf;
}

/** Where readers find a piece: a path of the site that it belongs to, or a whole address where one was configured. */
export function contentAddress(content: AddressedContent): string {
  if (configured !== null) return configured(content);
  const segments = content.context.split('/');
  // A context that is written like a path is one; any other is one segment, so that it comes back as it was.
  const context = segments.every((each) => each !== '' && each !== '.' && each !== '..') ? segments : [content.context];
  const path = [...(content.context === '' ? [] : context), content.slug].map(encodeURIComponent).join('/');
  return `/${content.type === 'article' ? 'articles' : 'documents'}/${path}`;
}

/**
 * The whole address at which readers find a piece: that of a global one at `baseUrl`, that of a tenant's at the tenant's own site. Null
 * where the tenant has no site: its pieces are then on no page, and no address of another site may stand for them.
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

/** The address of the site of a tenant; null for one that has none. */
export async function siteOfTenant(database: Database, tenantId: string): Promise<string | null> {
  return (await sites?.(database, tenantId)) ?? null;
}
