import { eachInTurns, findUnstorable, type JsonObject, ValidationError } from '@colophon/core';
import { z } from 'zod';
import { relocateError, parentsFirst } from '../stored/batch.ts';
import { slugTaken } from '../stored/slug-taken.ts';
import { type Concept, readConceptScheme } from './read-concepts.ts';
import type { LeftOutLabel } from './read-aliases.ts';
import type { SkosVocabulary } from './skos-vocabulary.ts';

export const SkosInput = z.looseObject({});
export type SkosInput = z.infer<typeof SkosInput>;

/** The result of an import. */
export interface SkosImport {
  readonly context: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** The number of new aliases. */
  readonly aliases: number;
  /** Properties of the scheme itself, by JSON pointer: a context has no record that could store them. */
  readonly notKept: readonly string[];
  /** Labels that became no aliases, because an alias has an ISO 639-1 language; they are kept for the export. */
  readonly leftOut: readonly LeftOutLabel[];
}

/**
 * Imports a SKOS document into the context that its scheme names, in one transaction: tags are created or updated, aliases added; nothing
 * is deleted.
 *
 * @throws ValidationError naming the part of the document that is not supported
 * @throws ConflictError if a slug is taken in another context
 */
export async function importSkos(tags: SkosVocabulary, document: Readonly<Record<string, unknown>>): Promise<SkosImport> {
  const unstorable = findUnstorable(document);
  if (unstorable !== undefined) throw ValidationError.of([{ pointer: '', code: 'not_storable', detail: unstorable }]);
  const { context, concepts, notKept } = await readConceptScheme(document);
  const bySlug = new Map(concepts.map((concept) => [concept.slug, concept]));
  const order = parentsFirst(
    concepts.map(({ slug, name, parentSlug }) => ({ slug, name, parent_slug: parentSlug })),
    (index) => concepts[index]?.pointer ?? '',
  );
  return tags.transaction(async () => {
    const counts = { created: 0, updated: 0, unchanged: 0 };
    let aliases = 0;
    await eachInTurns(order, async ({ data }) => {
      const concept = bySlug.get(data.slug);
      if (!concept) return;
      try {
        counts[await writeConcept(tags, context, concept)] += 1;
        aliases += await writeAliases(tags, concept);
      } catch (error) {
        throw relocateError(error, concept.pointer);
      }
    });
    return { context, ...counts, aliases, notKept, leftOut: concepts.flatMap((concept) => concept.leftOut) };
  });
}

async function writeConcept(tags: SkosVocabulary, context: string, concept: Concept): Promise<'created' | 'updated' | 'unchanged'> {
  const { slug, name, description, parentSlug } = concept;
  const tag = await tags.getForUpdate(slug);
  if (!tag) {
    await tags.createTag({ slug, name, context, parent_slug: parentSlug, description, metadata: withKept(null, concept) });
    return 'created';
  }
  if (tag.context !== context) throw slugTaken(slug, tag.context);
  const { rev } = tag;
  Object.assign(tag, { name, description, parent_slug: parentSlug, metadata: withKept(tag.metadata, concept) });
  await tag.save();
  return tag.rev === rev ? 'unchanged' : 'updated';
}

/** Returns metadata with the SKOS properties that a tag has no field for under `skos`; other metadata is kept. */
function withKept(current: JsonObject | null, { metadata, kept }: Concept): JsonObject | null {
  const base = metadata ?? current;
  return Object.keys(kept).length === 0 ? base : { ...base, skos: kept as JsonObject };
}

async function writeAliases(tags: SkosVocabulary, { slug, aliases }: Concept): Promise<number> {
  if (aliases.length === 0) return 0;
  const identity = (alias: { alias: string; language: string | null; context: string | null }): string =>
    JSON.stringify([alias.alias, alias.language, alias.context]);
  const known = new Set((await tags.getAliasesForTag(slug)).map(identity));
  let added = 0;
  for (const alias of aliases) {
    if (known.has(identity(alias))) continue;
    known.add(identity(alias));
    await tags.addAlias(slug, alias.alias, alias.language, alias.context);
    added += 1;
  }
  return added;
}
