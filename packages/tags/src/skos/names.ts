/** https://www.w3.org/TR/skos-reference/ */
export const SKOS = 'http://www.w3.org/2004/02/skos/core#';
/** The namespace for properties of tags that SKOS does not define. */
export const COLOPHON = 'urn:colophon:skos#';

export const CONCEPT = `${SKOS}Concept`;
export const CONCEPT_SCHEME = `${SKOS}ConceptScheme`;
export const PREF_LABEL = `${SKOS}prefLabel`;
export const ALT_LABEL = `${SKOS}altLabel`;
export const DEFINITION = `${SKOS}definition`;
export const NOTATION = `${SKOS}notation`;
export const BROADER = `${SKOS}broader`;
export const NARROWER = `${SKOS}narrower`;
export const IN_SCHEME = `${SKOS}inScheme`;
export const TOP_CONCEPT_OF = `${SKOS}topConceptOf`;
export const HAS_TOP_CONCEPT = `${SKOS}hasTopConcept`;
export const METADATA = `${COLOPHON}metadata`;
/** Aliases that have a context, as JSON. */
export const ALIASES = `${COLOPHON}aliases`;

/** Kept data that no longer matches the tag: labels of a renamed tag, as JSON by IRI. */
export const KEPT = `${COLOPHON}kept`;

/** Properties that are derived from the tag's own fields, aliases and position: never part of the kept data. */
export const OWN: ReadonlySet<string> = new Set([BROADER, NARROWER, IN_SCHEME, TOP_CONCEPT_OF, ALT_LABEL, METADATA, ALIASES, KEPT]);

const TAG_ID = 'urn:colophon:tag:';
const CONTEXT_ID = 'urn:colophon:tags:';

export function tagId(slug: string): string {
  return TAG_ID + encodeURIComponent(slug);
}

export function contextId(context: string): string {
  return CONTEXT_ID + encodeURIComponent(context);
}

/** Returns the slug in an identifier created by `tagId`; undefined for any other identifier. */
export function slugOfId(id: string): string | undefined {
  return decoded(id, TAG_ID);
}

/** Returns the context in an identifier created by `contextId`; undefined for any other identifier. */
export function contextOfId(id: string): string | undefined {
  return decoded(id, CONTEXT_ID);
}

function decoded(id: string, prefix: string): string | undefined {
  if (!id.startsWith(prefix)) return undefined;
  try {
    return decodeURIComponent(id.slice(prefix.length));
  } catch {
    return undefined;
  }
}

/** `http://www.w3.org/2004/02/skos/core#related` → `skos:related`, for documents that people read. */
export function compact(iri: string): string {
  if (iri.startsWith(SKOS)) return `skos:${iri.slice(SKOS.length)}`;
  return iri.startsWith(COLOPHON) ? `colophon:${iri.slice(COLOPHON.length)}` : iri;
}
