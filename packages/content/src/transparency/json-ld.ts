import type { JsonObject } from '@colophon/core';
import type { ContentRecord } from '../governance/content-record.ts';
import type { PublishedTransparency } from './published-transparency.ts';
import { publishingPrinciples } from './publishing-principles.ts';

/** IPTC's words for how a digital source came to be, as schema.org takes them for `digitalSourceType`. */
const HUMAN = 'https://cv.iptc.org/newscodes/digitalsourcetype/digitalCreation';
const WITH_AI = 'https://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

/** The transparency of a piece as schema.org JSON-LD, to be put into its page. */
export function transparencyJsonLd(content: ContentRecord, transparency: PublishedTransparency): JsonObject {
  const { generation, corrections, references, withdrawal } = transparency;
  const principles = publishingPrinciples();
  return {
    '@context': 'https://schema.org',
    '@type': content.type === 'article' ? 'NewsArticle' : 'CreativeWork',
    identifier: content.id,
    headline: transparency.title,
    ...(content.url ? { url: content.url } : {}),
    ...(content.language ? { inLanguage: content.language } : {}),
    datePublished: content.publish_date ?? content.firstPublishedAt ?? transparency.generatedAt,
    dateModified: corrections.at(-1)?.publishedAt ?? transparency.generatedAt,
    ...(transparency.authors.length > 0 ? { author: transparency.authors.map((name) => ({ '@type': 'Person', name })) } : {}),
    ...(transparency.responsiblePerson ? { accountablePerson: { '@type': 'Person', name: transparency.responsiblePerson } } : {}),
    ...(generation.aiAssisted === null ? {} : { digitalSourceType: generation.aiAssisted ? WITH_AI : HUMAN }),
    ...(references.length > 0 ? { citation: references.map(citation) } : {}),
    ...(corrections.length > 0
      ? {
          correction: corrections.map((each) => ({
            '@type': 'CorrectionComment',
            text: each.note === null ? each.summary : `${each.summary}\n\n${each.note}`,
            datePublished: each.publishedAt,
            additionalType: each.type,
          })),
        }
      : {}),
    ...(withdrawal ? { creativeWorkStatus: 'Withdrawn' } : { creativeWorkStatus: 'Published' }),
    ...(principles === null ? {} : { publishingPrinciples: principles }),
  };
}

function citation({ title, url, targetId }: PublishedTransparency['references'][number]): JsonObject {
  return { '@type': 'CreativeWork', name: title, identifier: targetId, ...(url ? { url } : {}) };
}
