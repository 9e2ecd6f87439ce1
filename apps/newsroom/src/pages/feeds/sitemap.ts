import { type Call, type Database, type Row } from '@colophon/core';
import { type AddressedContent, contentAddress, escapeXml, readTranslations } from '@colophon/content';
import { answerHeaders } from '@colophon/core/rest';
import { textOf } from '../data/summaries.ts';

/** Addresses in one file; the protocol allows 50,000. */
const A_FILE = 10_000;
/** Read at once: bounds the memory of a sitemap, however many pieces there are. */
const A_PAGE = 1000;
/** How long the beginnings of the files are cached. */
const STARTS_KEPT_MS = 600_000;
const STARTS_SHOWN_MS = 3_600_000;
const NEWS_MS = 2 * 24 * 3_600_000;
const XML = 'application/xml; charset=utf-8';
const URLSET =
  '<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n';

type Languages = Awaited<ReturnType<typeof readTranslations>>;

/** The input of the sitemaps of a site. */
export interface SitemapOptions {
  readonly database: Database;
  /** The address of the sitemap's site. */
  readonly baseUrl: string;
  readonly name: string;
}

/**
 * The index of the sitemaps: one file for the permanent pages, and one for each ten thousand pieces. The address of each file contains the
 * id of its first piece, so that the last one is found as quickly as the first.
 */
export function sitemapIndex(call: Call, { database, baseUrl }: SitemapOptions): Response {
  async function* lines(): AsyncGenerator<string> {
    yield '<?xml version="1.0" encoding="utf-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
    yield `<sitemap><loc>${escapeXml(`${baseUrl}/sitemaps/pages.xml`)}</loc></sitemap>\n`;
    for (const after of await startsOf(database, call))
      yield `<sitemap><loc>${escapeXml(`${baseUrl}/sitemaps/pieces.xml?after=${encodeURIComponent(after)}`)}</loc></sitemap>\n`;
    yield '</sitemapindex>\n';
  }
  return streamed(call, lines());
}

/** The permanent pages. */
export function sitemapOfPages(call: Call, { baseUrl }: SitemapOptions): Response {
  async function* lines(): AsyncGenerator<string> {
    yield URLSET;
    for (const path of ['/', '/tags', '/documents', '/corrections']) yield `<url><loc>${escapeXml(baseUrl + path)}</loc></url>\n`;
    yield '</urlset>\n';
  }
  return streamed(call, lines());
}

/** The next ten thousand pieces after an id. */
export function sitemapOfPieces(call: Call, after: string, { database, baseUrl, name }: SitemapOptions): Response {
  async function* lines(): AsyncGenerator<string> {
    yield URLSET;
    const news = new Date(call.now().getTime() - NEWS_MS).toISOString();
    for (let [count, last] = [0, after]; count < A_FILE;) {
      const rows = await piecesAfter(database, call, last, Math.min(A_PAGE, A_FILE - count));
      const languages = await readTranslations(
        database,
        rows.map((row) => String(row['id'])),
        call,
      );
      yield rows.map((row) => urlOf(row, { database, baseUrl, name, news, languages })).join('');
      count += rows.length;
      last = textOf(rows.at(-1)?.['id']);
      if (rows.length < A_PAGE) break;
    }
    yield '</urlset>\n';
  }
  return streamed(call, lines());
}

/** The content of `robots.txt`. */
export function robots(call: Call, { baseUrl }: SitemapOptions): Response {
  const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /account', 'Disallow: /search', '', `Sitemap: ${baseUrl}/sitemap.xml`, ''];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600', ...answerHeaders(call) },
  });
}

function streamed(call: Call, lines: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  // Each page is read when the client has received the previous one.
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(body, { headers: { 'Content-Type': XML, 'Cache-Control': 'public, max-age=3600', ...answerHeaders(call) } });
}

interface Starts {
  readonly until: number;
  readonly ids: Promise<readonly string[]>;
}

const starts = new WeakMap<Database, Map<string | null, Starts>>();

/**
 * The ids after which the files begin. Finding them reads an index entry of each piece, so the result is shared by all requests within some
 * minutes; HTTP caches may keep the index for longer than that.
 */
function startsOf(database: Database, call: Call): Promise<readonly string[]> {
  const { tenantId } = call.caller;
  const known = starts.get(database) ?? new Map<string | null, Starts>();
  starts.set(database, known);
  const found = known.get(tenantId);
  if (found && found.until > performance.now()) return found.ids;
  const ids = findStarts(database, call);
  // The first who asks after that gets the earlier ones, within an hour: a crawler comes again.
  const shown = found && found.until > performance.now() - STARTS_SHOWN_MS ? found.ids : ids;
  const made = { until: performance.now() + STARTS_KEPT_MS, ids };
  known.set(tenantId, made);
  const forget = (): void => void (known.get(tenantId) === made && known.delete(tenantId));
  // The first file is found without reading, and grows until it is full.
  ids.then((each) => each.length <= 1 && forget(), forget);
  return shown;
}

async function findStarts(database: Database, call: Call): Promise<readonly string[]> {
  const found: string[] = [];
  for (let after = ''; ;) {
    const file = await idsAfter(database, call, after);
    if (file === undefined) return found;
    found.push(after);
    if (file.isLast) return found;
    after = file.last;
  }
}

/** Whether there is a piece after an id, and the last of the file that begins there. */
async function idsAfter(database: Database, call: Call, after: string): Promise<{ last: string; isLast: boolean } | undefined> {
  const ids = visible(database, call, after).select('id').orderBy('id');
  const query = ids.offset(A_FILE - 1).limit(2);
  // Reads ten thousand rows: in small steps, so that other requests are not delayed.
  const [last, next] = await database.all({ ...query.compile(), long: true });
  if (last) return { last: String(last['id']), isLast: next === undefined };
  return (await database.first(ids.limit(1).compile())) && { last: '', isLast: true };
}

function piecesAfter(database: Database, call: Call, after: string, limit: number): Promise<readonly Row[]> {
  const query = visible(database, call, after)
    .select(['id', 'type', 'slug', 'context', 'title', 'language', 'tenantId', 'publish_date', 'firstPublishedAt', 'updated_at'])
    .orderBy('id')
    .limit(limit);
  return database.all({ ...query.compile(), long: true });
}

/**
 * The pieces of the site visible to readers, after an id: a sitemap contains no address of another host. Found by the key, so that every
 * page costs the same.
 */
function visible(database: Database, call: Call, after: string) {
  const { tenantId } = call.caller;
  return (
    database.dialect.builder
      .selectFrom('contents')
      .where('id', '>', after)
      // Not by the index on the status: with it SQLite would find everything published, and sort it by id, for each page.
      .where(database.dialect.unindexed('status'), '=', 'published')
      .where('type', '!=', 'mirror')
      .where((each) => each.or([each('publish_date', 'is', null), each('publish_date', '<=', call.now().toISOString())]))
      .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
  );
}

function urlOf(
  row: Row,
  { database, baseUrl, name, news, languages }: SitemapOptions & { readonly news: string; readonly languages: Languages },
): string {
  const date = (value: unknown): string | null =>
    value === null || value === undefined ? null : String(database.dialect.decode('datetime', value));
  const published = date(row['publish_date']) ?? date(row['firstPublishedAt']) ?? '';
  const updated = date(row['updated_at']) ?? published;
  // What was finished before its date was not changed before its readers had it.
  const changed = updated > published ? updated : published;
  const address = contentAddress(database, addressedRow(row));
  const isNews = row['type'] === 'article' && published >= news;
  const language = /^[a-z]{2,3}/i.exec(textOf(row['language']))?.[0]?.toLowerCase() ?? 'en';
  return (
    `<url><loc>${escapeXml(new URL(address, `${baseUrl}/`).href)}</loc><lastmod>${changed}</lastmod>` +
    alternatesOf(row, { database, languages, baseUrl }) +
    (isNews
      ? `<news:news><news:publication><news:name>${escapeXml(name)}</news:name><news:language>${language}</news:language></news:publication>` +
        `<news:publication_date>${published}</news:publication_date><news:title>${escapeXml(String(row['title']))}</news:title></news:news>`
      : '') +
    '</url>\n'
  );
}

/** The languages in which a piece is available, including its own. */
function alternatesOf(
  row: Row,
  { database, languages, baseUrl }: Pick<SitemapOptions, 'database' | 'baseUrl'> & { readonly languages: Languages },
): string {
  const members = languages.get(String(row['id'])) ?? [];
  if (members.length < 2) return '';
  return members
    .map(({ contentId: id, language, ...member }) => {
      // The languages of a group belong to one tenant.
      const address = contentAddress(database, { ...addressedRow(row), ...member, id });
      return `<xhtml:link rel="alternate" hreflang="${escapeXml(language)}" href="${escapeXml(new URL(address, `${baseUrl}/`).href)}"/>`;
    })
    .join('');
}

function addressedRow(row: Row): AddressedContent {
  const [id, type, slug, context] = [String(row['id']), String(row['type']), String(row['slug']), String(row['context'])];
  return { id, type, slug, context, tenantId: (row['tenantId'] as string | null | undefined) ?? null };
}
