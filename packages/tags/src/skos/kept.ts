import { isPlainObject } from '@colophon/base';
import type { StoredTag } from '../stored/stored-tag.ts';
import type { JsonLdValue } from './json-ld.ts';
import { ALT_LABEL, OWN, slugOfId } from './names.ts';

/** The data that an import kept in `metadata.skos`: the concept's identifier if it was not ours, and values by IRI. */
export interface Kept {
  readonly id: string | undefined;
  readonly properties: ReadonlyMap<string, readonly JsonLdValue[]>;
}

const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;

/**
 * Returns the data kept by imports, by slug. Metadata is free-form, so `skos` may be anything: if it does not have the form of an import's
 * data, or two tags claim one identifier, it counts as ordinary metadata.
 */
export function keptByTag(tags: readonly StoredTag[]): Map<string, Kept> {
  const found = new Map<string, Kept>();
  const owners = new Map<string, string>();
  const disputed = new Set<string>();
  for (const { slug, metadata } of tags) {
    const kept = readKept(metadata?.['skos']);
    if (!kept) continue;
    found.set(slug, kept);
    if (kept.id === undefined) continue;
    const other = owners.get(kept.id);
    if (other !== undefined) disputed.add(other).add(slug);
    owners.set(kept.id, slug);
  }
  for (const slug of disputed) found.delete(slug);
  return found;
}

function readKept(value: unknown): Kept | undefined {
  if (!isPlainObject(value)) return undefined;
  const { '@id': id, ...others } = value;
  if (id !== undefined && !(typeof id === 'string' && ABSOLUTE.test(id) && slugOfId(id) === undefined)) return undefined;
  const properties = new Map<string, readonly JsonLdValue[]>();
  for (const [iri, values] of Object.entries(others)) {
    // Alternative labels are aliases, except those in languages that an alias cannot have.
    const isOwn = OWN.has(iri) && iri !== ALT_LABEL;
    if (!ABSOLUTE.test(iri) || isOwn || !Array.isArray(values) || values.length === 0 || !values.every(isValue)) return undefined;
    properties.set(iri, values as readonly JsonLdValue[]);
  }
  return id === undefined && properties.size === 0 ? undefined : { id, properties };
}

function isValue(value: unknown): value is JsonLdValue {
  if (!isPlainObject(value)) return false;
  const names = Object.keys(value);
  if (names.includes('@id')) return names.length === 1 && typeof value['@id'] === 'string';
  const { '@value': literal, '@language': language, '@type': type, ...others } = value;
  if (literal === undefined || Object.keys(others).length > 0) return false;
  if (typeof literal === 'object' && literal !== null && type !== '@json') return false;
  return (language === undefined || typeof language === 'string') && (type === undefined || typeof type === 'string');
}
