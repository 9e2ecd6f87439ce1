/** An item of a generated export; omitted values get the defaults of a WordPress export. */
export interface WxrFixture {
  readonly id?: number;
  readonly type?: string;
  readonly title?: string;
  readonly body?: string;
  readonly name?: string;
  readonly status?: string;
  readonly date?: string;
  readonly password?: string;
  readonly excerpt?: string;
  readonly author?: string;
  readonly terms?: string;
  readonly meta?: Readonly<Record<string, string>>;
  /** Further elements, as XML. */
  readonly more?: string;
}

/** Returns an item of an export. */
export function wxrItem(fixture: WxrFixture = {}): string {
  const {
    id = 1,
    type = 'post',
    title = `Piece ${id}`,
    body = 'Text',
    name = `piece-${id}`,
    status = 'publish',
    date = '2014-03-12 10:00:00',
  } = fixture;
  const meta = Object.entries(fixture.meta ?? {}).map(
    ([key, value]) => `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
  );
  return `<item><title>${title}</title><link>https://blog.example/${name}/</link><dc:creator><![CDATA[${fixture.author ?? 'ada'}]]></dc:creator>
<content:encoded><![CDATA[${body}]]></content:encoded><excerpt:encoded><![CDATA[${fixture.excerpt ?? ''}]]></excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>${date}</wp:post_date><wp:post_date_gmt>${date}</wp:post_date_gmt><wp:post_name>${name}</wp:post_name>
<wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type><wp:post_password><![CDATA[${fixture.password ?? ''}]]></wp:post_password>
${fixture.terms ?? ''}${meta.join('')}${fixture.more ?? ''}</item>\n`;
}

/** The head of an export: authors and terms. */
export const WXR_HEAD = `<title>Blog</title><link>https://blog.example</link><language>en-GB</language><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://blog.example</wp:base_site_url><wp:base_blog_url>https://blog.example</wp:base_blog_url>
<wp:author><wp:author_login><![CDATA[ada]]></wp:author_login><wp:author_email><![CDATA[ada@blog.example]]></wp:author_email><wp:author_display_name><![CDATA[Ada Lovelace]]></wp:author_display_name></wp:author>
<wp:category><wp:category_nicename>news</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[News]]></wp:cat_name></wp:category>
<wp:category><wp:category_nicename>politics</wp:category_nicename><wp:category_parent>news</wp:category_parent><wp:cat_name><![CDATA[Politics]]></wp:cat_name></wp:category>
<wp:category><wp:category_nicename>town</wp:category_nicename><wp:category_parent>politics</wp:category_parent><wp:cat_name><![CDATA[Town hall]]></wp:cat_name></wp:category>
<wp:tag><wp:tag_slug>open-data</wp:tag_slug><wp:tag_name><![CDATA[Open data]]></wp:tag_name></wp:tag>
`;

/** Returns an export of these items. */
export function wxr(items: readonly WxrFixture[] | string, { head = WXR_HEAD, version = '1.2', scheme = 'http' } = {}): string {
  const inside = typeof items === 'string' ? items : items.map(wxrItem).join('');
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="${scheme}://wordpress.org/export/${version}/excerpt/" xmlns:content="${scheme}://purl.org/rss/1.0/modules/content/"
 xmlns:dc="${scheme}://purl.org/dc/elements/1.1/" xmlns:wp="${scheme}://wordpress.org/export/${version}/">
<channel>
${head}${inside}</channel>
</rss>
`;
}
