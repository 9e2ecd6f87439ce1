import type { ArticleData } from '../data/article.ts';
import type { Site } from '../site.ts';

/** Returns the path of a piece in the API. */
export function apiOf(id: string): string {
  return `/api/v1/contents/${encodeURIComponent(id)}`;
}

/** Metadata for search engines; the piece's own data take precedence. */
export function jsonLdOf(site: Site, data: ArticleData): Record<string, unknown> {
  const address = new URL(data.address, `${site.baseUrl}/`).href;
  return {
    '@context': 'https://schema.org',
    '@type': data.type === 'article' ? 'NewsArticle' : 'CreativeWork',
    identifier: data.id,
    headline: data.title,
    datePublished: data.published,
    ...(data.description ? { description: data.description } : {}),
    ...(data.language ? { inLanguage: data.language } : {}),
    ...(data.authors.length > 0 ? { author: data.authors.map((name) => ({ '@type': 'Person', name })) } : {}),
    ...(data.tags.length > 0 ? { keywords: data.tags.map(({ name }) => name) } : {}),
    ...(data.picture ? { image: new URL(data.picture.social.src, `${site.baseUrl}/`).href } : {}),
    ...(data.signed ? { subjectOf: credentialOf(site, data) } : {}),
    ...data.jsonLd,
    ...translationsOf(site, data),
    url: data.original ?? address,
    mainEntityOfPage: address,
    publisher: { '@type': 'Organization', name: site.name, url: `${site.baseUrl}/` },
  };
}

/** The signed account of the piece. */
function credentialOf({ baseUrl }: Site, { id }: ArticleData): Record<string, unknown> {
  const url = new URL(`${apiOf(id)}/credential`, `${baseUrl}/`).href;
  return { '@type': 'DigitalDocument', encodingFormat: 'application/vc+jwt', url };
}

/** The original of the piece, and its translations. */
function translationsOf(site: Site, { languages, type }: ArticleData): Record<string, unknown> {
  const works = (role: 'source' | 'translation') =>
    languages
      .filter((each) => each.role === role)
      .map(({ language, title, address }) => {
        const url = new URL(address, `${site.baseUrl}/`).href;
        return { '@type': type === 'article' ? 'NewsArticle' : 'CreativeWork', '@id': url, url, headline: title, inLanguage: language };
      });
  const [[source], translations] = [works('source'), works('translation')];
  return {
    ...(source ? { translationOfWork: source } : {}),
    ...(translations.length > 0 ? { workTranslation: translations } : {}),
  };
}
