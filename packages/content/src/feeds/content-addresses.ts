import { type Database, port } from '@colophon/core';

/** The parts of a piece that its URL is built from. */
export interface AddressedContent {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly context: string;
  /** The tenant; null for a global piece. Slugs are unique only within a tenant. */
  readonly tenantId: string | null;
}

/**
 * The URLs of pieces for readers, used in feeds, sitemaps and links: an absolute URL, or a path of this application. By default
 * `/articles/<slug>` for articles and `/documents/<slug>` for others, with the context before the slug if there is one.
 *
 * @example
 * database.ports.provide(contentAddresses, ({ slug }) => `https://news.example/${slug}`);
 */
export const contentAddresses = port<(content: AddressedContent) => string>('contentAddresses', standardAddress);

/**
 * The base URLs of tenants' sites, such as `https://gazette.example`; null for a tenant without one. By default no tenant has one: the
 * pieces of a tenant then have no URL, unless `contentAddresses` returns an absolute one.
 *
 * @example
 * database.ports.provide(contentSites, async (same, tenantId) => `https://${(await new Tenants(same).require(tenantId)).hostnames[0]}`);
 */
export const contentSites = port<(database: Database, tenantId: string) => Promise<string | null>>('contentSites', async () => null);

/** Returns the URL of a piece for readers: a path on the site that it belongs to, or an absolute URL of the application. */
export function contentAddress(database: Database, content: AddressedContent): string {
  return database.ports.use(contentAddresses)(content);
}

/** Returns the path of a piece unless the application has addresses of its own. */
export function standardAddress(content: AddressedContent): string {
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
  const address = contentAddress(database, content);
  if (URL.canParse(address)) return address;
  const site = content.tenantId === null ? baseUrl : await siteOfTenant(database, content.tenantId);
  return site === null ? null : new URL(address, `${site}/`).href;
}

/** Returns the base URL of a tenant's site; null for one without a site. */
export async function siteOfTenant(database: Database, tenantId: string): Promise<string | null> {
  return database.ports.use(contentSites)(database, tenantId);
}
