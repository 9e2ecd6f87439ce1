import { UsageError } from '../errors/errors.ts';
import { datetime } from '../fields/datetime.ts';
import type { Field, Fields } from '../fields/field.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { isIdentifier } from '../storage/table.ts';
import { plural, snakeCase } from './names.ts';
import type { ObjectDefinition, ObjectOptions } from './definition.ts';

interface DefinitionParts {
  className: string;
  fields: Fields;
  options: ObjectOptions;
  typeName: string | undefined;
}

/** Fills in the defaults of an object class, and rejects definitions that cannot be stored or addressed. */
export function defineObject({ className, fields, options, typeName }: DefinitionParts): ObjectDefinition {
  const table = options.table ?? plural(snakeCase(className));
  const key = options.key ?? 'id';
  const all: Record<string, Field> = {};
  if (key === 'id') all['id'] = text({ required: true, readOnly: true, description: 'Identifier, a UUID version 7.' });
  Object.assign(all, fields);
  if (options.tenant) all['tenantId'] = text({ readOnly: true, description: 'The tenant the record belongs to; null for a global one.' });
  Object.assign(all, {
    rev: integer({ required: true, readOnly: true, description: 'Revision, incremented by each save.' }),
    created_at: datetime({ required: true, readOnly: true, description: 'When the record was created.' }),
    updated_at: datetime({ required: true, readOnly: true, description: 'When the record was last saved.' }),
  });
  const definition: ObjectDefinition = {
    className,
    table,
    key,
    generatedKey: key === 'id',
    fields: all,
    ownFields: Object.keys(fields),
    typeField: options.type?.field,
    typeName,
    tenant: options.tenant ?? false,
    options,
  };
  checkDefinition(definition, fields);
  return definition;
}

function checkFields({ className, fields: all }: ObjectDefinition, fields: Fields): void {
  const folded = new Map<string, string>();
  for (const [name, field] of Object.entries(fields)) {
    const same = folded.get(name.toLowerCase());
    if (same !== undefined)
      throw new UsageError(`${className}.${name}: differs from ${same} only in case, which databases do not distinguish.`);
    folded.set(name.toLowerCase(), name);
    if (name === 'expanded' && Object.values(all).some((each) => each.reference))
      throw new UsageError(`${className}.expanded: responses use this name for expanded references; rename the field.`);
    if (field.search && field.findableBy !== undefined)
      throw new UsageError(`${className}.${name}: search would reveal what findableBy hides from filters; remove one of the two.`);
    if (field.search && (name === 'rank' || name === 'rowid'))
      throw new UsageError(`${className}.${name}: full-text search uses a column of that name; rename the field.`);
    if (field.computed && (field.search || field.indexed))
      throw new UsageError(
        `${className}.${name}: is computed and not stored, so that no index has it; declare the fields it is computed from.`,
      );
    if (field.indexed && field.kind !== 'list' && field.kind !== 'json')
      throw new UsageError(`${className}.${name}: indexed is for list and json fields; name a ${field.kind} field in indexes.`);
    if (field.hasDefault && !field.schema.safeParse(field.default).success)
      throw new UsageError(`${className}.${name}: the default value is not valid for the field.`);
    const source = field.computed?.from.find((each) => !all[each] || all[each].computed);
    if (source !== undefined) throw new UsageError(`${className}.${name}: is computed from ${source}, which is not a stored field.`);
  }
}

function checkDefinition(definition: ObjectDefinition, fields: Fields): void {
  const { className, table, key, typeField } = definition;
  if (!isIdentifier(table)) throw new UsageError(`${className}: ${JSON.stringify(table)} cannot be a table name.`);
  for (const name of Object.keys(fields)) {
    if (!isIdentifier(name) || name.startsWith('_'))
      throw new UsageError(`${className}.${name}: not a field name (letters, digits and underscores).`);
  }
  for (const name of ['rev', 'created_at', 'updated_at', ...(key === 'id' ? ['id'] : []), ...(definition.tenant ? ['tenantId'] : [])]) {
    if (Object.hasOwn(fields, name)) throw new UsageError(`${className}.${name}: the framework has a field of that name.`);
  }
  checkFields(definition, fields);
  if (!definition.fields[key]?.required) throw new UsageError(`${className}: the key ${key} must be a required field.`);
  if (typeField && !definition.fields[typeField]) throw new UsageError(`${className}: the type field ${typeField} is not declared.`);
  const { unique = [], indexes = [], sparse = [], covering = [] } = definition.options;
  const named = [...unique, ...indexes].flat().map((name) => name.replace(/^-/, ''));
  for (const name of [...named, ...sparse, ...covering]) {
    if (!definition.fields[name] || definition.fields[name].computed)
      throw new UsageError(`${className}: an index names ${name}, which is not a stored field.`);
  }
}
