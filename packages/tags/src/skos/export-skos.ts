import { eachInTurns, type Row } from '@colophon/core';
import { sql } from 'kysely';
import type { StoredTag } from '../stored/stored-tag.ts';
import { type Kept, keptByTag } from './kept.ts';
import { chooseText, isText, type Literal } from './literals.ts';
import { shownSlug } from '../stored/stored-slug.ts';
import * as names from './names.ts';
import type { SkosVocabulary } from './skos-vocabulary.ts';

/** A SKOS concept scheme in JSON-LD. */
export interface SkosDocument {
  readonly '@context': Readonly<Record<string, string>>;
  readonly '@graph': readonly Readonly<Record<string, unknown>>[];
}

/** Exports a context as a SKOS concept scheme, with everything that `importSkos` needs to recreate the same tags. */
export async function exportSkos(tags: SkosVocabulary, context: string): Promise<SkosDocument> {
  const [listed, aliases] = await Promise.all([tags.listTags({ context }), aliasesByTag(tags, context)]);
  // The application itself reads the tags of all tenants, of which only one can have a slug in a document.
  const records = listed.filter(({ tenantId }) => tenantId === null || tenantId === tags.call.caller.tenantId);
  const kept = keptByTag(records);
  const slugs = new Set(records.map(({ slug }) => slug));
  const scheme = names.contextId(context);
  const graph: Record<string, unknown>[] = [{ '@id': scheme, '@type': 'skos:ConceptScheme' }];
  await eachInTurns(records, (tag) => {
    graph.push(writeConcept(tag, { scheme, kept, slugs, aliases: aliases.get(tag.slug) ?? [] }));
  });
  return { '@context': { skos: names.SKOS, colophon: names.COLOPHON }, '@graph': graph };
}

interface Surroundings {
  readonly scheme: string;
  readonly kept: ReadonlyMap<string, Kept>;
  readonly aliases: readonly Row[];
  /** Of all exported tags, as they are stored. */
  readonly slugs: ReadonlySet<string>;
}

function writeConcept(tag: StoredTag, { scheme, kept, aliases, slugs }: Surroundings): Record<string, unknown> {
  const own = kept.get(tag.slug);
  const idOf = (slug: string): string => kept.get(slug)?.id ?? names.tagId(shownSlug(slug));
  const concept: Record<string, unknown> = { '@id': idOf(tag.slug), '@type': 'skos:Concept', 'skos:inScheme': { '@id': scheme } };
  const outgrown: Record<string, unknown> = {};
  for (const [iri, values] of own?.properties ?? []) {
    const current = iri === names.PREF_LABEL ? tag.name : iri === names.DEFINITION ? tag.description : undefined;
    if (current === undefined || stillTrue(own, iri, current)) concept[names.compact(iri)] = values;
    else outgrown[iri] = values;
  }
  concept['skos:notation'] = [{ '@value': shownSlug(tag.slug) }, ...(own?.properties.get(names.NOTATION) ?? [])];
  const labels = stillTrue(own, names.PREF_LABEL, tag.name);
  concept['skos:prefLabel'] = labels ?? tag.name;
  if (tag.description !== null) concept['skos:definition'] ??= tag.description;
  if (tag.parent_slug === null) concept['skos:topConceptOf'] = { '@id': scheme };
  // A parent that the caller cannot read is not among the tags.
  else if (slugs.has(tag.parent_slug)) concept['skos:broader'] = { '@id': idOf(tag.parent_slug) };
  writeAliases(concept, aliases, labels ?? []);
  if (Object.keys(outgrown).length > 0) concept['colophon:kept'] = { '@type': '@json', '@value': outgrown };
  const metadata = own ? withoutKept(tag) : tag.metadata;
  if (metadata) concept['colophon:metadata'] = { '@type': '@json', '@value': metadata };
  return concept;
}

/** A preferred label is not also written as an alternative one (SKOS integrity condition S13). */
function writeAliases(concept: Record<string, unknown>, aliases: readonly Row[], labels: readonly Literal[]): void {
  const preferred = new Set(labels.map((label) => JSON.stringify([label['@value'], label['@language']?.toLowerCase() ?? null])));
  const plain = aliases.filter(
    ({ alias, language, context }) => context === null && !(language !== null && preferred.has(JSON.stringify([alias, language]))),
  );
  const own = aliases.filter(({ context }) => context !== null);
  const labelled = plain.map(({ alias, language }) => ({ '@value': alias, ...(language === null ? {} : { '@language': language }) }));
  const keptLabels = (concept['skos:altLabel'] ?? []) as readonly unknown[];
  if (labelled.length + keptLabels.length > 0) concept['skos:altLabel'] = [...labelled, ...keptLabels];
  if (own.length > 0)
    concept['colophon:aliases'] = { '@type': '@json', '@value': own.map(({ alias, language, context }) => ({ alias, language, context })) };
}

/** Returns the data kept by an import, if it still matches the field: a renamed tag has another label. */
function stillTrue(kept: Kept | undefined, iri: string, current: string | null): Literal[] | undefined {
  const values = kept?.properties.get(iri) ?? [];
  const texts = values.filter(isText);
  return texts.length > 0 && texts.length === values.length && chooseText(texts) === current ? texts : undefined;
}

function withoutKept(tag: StoredTag): Record<string, unknown> | undefined {
  const { skos: _kept, ...ownMetadata } = tag.metadata ?? {};
  return Object.keys(ownMetadata).length > 0 ? ownMetadata : undefined;
}

async function aliasesByTag({ database }: SkosVocabulary, context: string): Promise<Map<string, Row[]>> {
  const query = sql`
    select tag_slug, alias, language, context from tag_aliases
    where tag_slug in (select slug from tags where context = ${context})
    order by tag_slug, alias, language, context`;
  return Map.groupBy(await database.all(query.compile(database.dialect.builder)), (row) => String(row['tag_slug']));
}
