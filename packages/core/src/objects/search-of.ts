import { SEARCH_FORM, type SearchDefinition } from '../storage/table.ts';
import { type ObjectDefinition, storedFields } from './definition.ts';

const searches = new WeakMap<ObjectDefinition, { readonly search: SearchDefinition | undefined }>();

/** Returns the fields for full-text search with their weights; undefined if there are none. */
export function searchOf(definition: ObjectDefinition): SearchDefinition | undefined {
  let known = searches.get(definition);
  if (!known) {
    const columns = storedFields(definition).flatMap(([name, field]) => (field.search ? [{ name, weight: field.search }] : []));
    searches.set(definition, (known = { search: columns.length > 0 ? { form: SEARCH_FORM, columns } : undefined }));
  }
  return known.search;
}
