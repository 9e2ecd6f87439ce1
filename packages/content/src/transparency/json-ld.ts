import type { JsonObject, Database } from '@colophon/core';
import { assetFileUrl } from '../assets/asset-files.ts';
import type { ContentRecord } from '../record/content-record.ts';
import type { PublishedTransparency } from './published-transparency.ts';
import { credentialLink } from '../record/account-credentials.ts';
import { publishingPrinciples } from './publishing-principles.ts';

/** The digital source types: members of schema.org's enumeration, which follow the IPTC codes. */
const BY_HAND = 'https://schema.org/DigitalArtDigitalSource';
const BY_AI = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource';
const WITH_AI = 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource';

/** Returns the transparency of a piece as schema.org JSON-LD, for its page. */
export function transparencyJsonLd(content: ContentRecord, transparency: PublishedTransparency): JsonObject {
  const { generation, corrections, references, withdrawal } = transparency;
  const principles = content.database.ports.use(publishingPrinciples);
  const datePublished = content.publish_date ?? content.firstPublishedAt ?? transparency.generatedAt;
  const changes = [...corrections.map((each) => each.publishedAt), ...versionDates(transparency)];
  return {
    '@context': 'https://schema.org',
    '@type': content.type === 'article' ? 'NewsArticle' : 'CreativeWork',
    identifier: content.id,
    headline: transparency.title,
    ...(content.url ? { url: content.url } : {}),
    ...(content.language ? { inLanguage: content.language } : {}),
    datePublished,
    // A piece that was finished before its date was not changed before its readers had it.
    dateModified: latestOf([transparency.generatedAt, ...changes, datePublished]),
    ...(transparency.authors.length > 0 ? { author: transparency.authors.map((name) => ({ '@type': 'Person', name })) } : {}),
    ...(transparency.responsiblePerson ? { accountablePerson: { '@type': 'Person', name: transparency.responsiblePerson } } : {}),
    ...(generation.aiAssisted === null ? {} : { digitalSourceType: generation.aiAssisted ? WITH_AI : BY_HAND }),
    ...contributors(transparency),
    ...associatedMedia(content.database, transparency),
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
    ...credentialLink(content.database, content.id),
    ...(principles === null ? {} : { publishingPrinciples: principles }),
  };
}

/** Returns the programs that changed the piece. */
function contributors({ assistance = [] }: PublishedTransparency): JsonObject {
  const names = new Set(assistance.map((each) => (each.agent === 'client' ? each.client : (each.model ?? 'AI assistant'))));
  return names.size === 0 ? {} : { contributor: [...names].map((name) => ({ '@type': 'SoftwareApplication', name })) };
}

/** Returns the images that involve AI. */
function associatedMedia(database: Database, { pictures = [] }: PublishedTransparency): JsonObject {
  const withAI = pictures.filter(({ aiAssisted }) => aiAssisted === true);
  if (withAI.length === 0) return {};
  return {
    associatedMedia: withAI.map(({ assetId, name, toldBy, digitalSourceTypes }) => ({
      '@type': 'ImageObject',
      name,
      contentUrl: assetFileUrl(database.ports, assetId),
      digitalSourceType: toldBy === 'application' || digitalSourceTypes.includes('trainedAlgorithmicMedia') ? BY_AI : WITH_AI,
    })),
  };
}

/** Returns the dates of publication and correction in the account. */
function versionDates({ versions }: PublishedTransparency): string[] {
  return versions.flatMap(({ kind, created_at }) => (kind === 'publication' || kind === 'correction' ? [created_at] : []));
}

/** Returns the latest date in any order, in case a clock was set back. */
function latestOf(dates: readonly string[]): string {
  return dates.reduce((latest, each) => (each > latest ? each : latest));
}

function citation({ title, url, targetId }: PublishedTransparency['references'][number]): JsonObject {
  return { '@type': 'CreativeWork', name: title, identifier: targetId, ...(url ? { url } : {}) };
}
