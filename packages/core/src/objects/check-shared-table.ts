import { UsageError } from '../errors/errors.ts';
import type { ObjectDefinition } from './definition.ts';

/** Options from which the indexes of a table are made. */
const INDEX_OPTIONS = ['unique', 'indexes', 'sparse', 'covering'] as const;

/**
 * Rejects a subclass that declares indexes of its own: the table and its indexes are those of the root class, and what is missing there
 * would be read or relied on in vain.
 *
 * @throws UsageError
 */
export function checkSharedTable(root: ObjectDefinition, subclass: ObjectDefinition): void {
  const shared = `${subclass.className} shares the table ${root.table} with ${root.className}`;
  for (const name of new Set([...Object.keys(root.fields), ...Object.keys(subclass.fields)])) {
    const [own, other] = [subclass.fields[name], root.fields[name]];
    if (own?.search !== other?.search) throw new UsageError(`${shared}: only there can ${name} be declared as searched.`);
    if (Boolean(own?.indexed) !== Boolean(other?.indexed))
      throw new UsageError(`${shared}: only there can ${name} be declared as indexed.`);
  }
  for (const option of INDEX_OPTIONS)
    if (JSON.stringify(subclass.options[option]) !== JSON.stringify(root.options[option]))
      throw new UsageError(`${shared}: only there can ${option} be declared.`);
}
