import { UsageError } from '../errors/errors.ts';
import type { Fields } from '../fields/field.ts';
import { defineObject } from '../objects/define.ts';
import type { ObjectDefinition, ObjectOptions } from '../objects/definition.ts';
import { StoredObject } from '../objects/stored-object.ts';
import { fieldsIn } from './metadata.ts';

interface Registration {
  readonly fields: Fields;
  readonly options: ObjectOptions;
  definition?: ObjectDefinition;
}

const registrations = new WeakMap<object, Registration>();

function registrationOf(decorated: { readonly name: string }): Registration {
  const registration = registrations.get(decorated);
  if (registration) return registration;
  throw new UsageError(`${decorated.name}: add @object() before the class.`);
}

/** The base of classes that are declared with decorators; see `object`. */
export abstract class DecoratedObject extends StoredObject {
  declare readonly id: string;
  declare readonly rev: number;
  declare readonly created_at: string;
  declare readonly updated_at: string;

  static get fields(): Fields {
    return registrationOf(this).fields;
  }

  static get options(): ObjectOptions {
    return registrationOf(this).options;
  }

  static get definition(): ObjectDefinition {
    const registration = registrationOf(this);
    return (registration.definition ??= defineObject({
      className: this.name,
      ...registration,
      typeName: Object.hasOwn(this, 'typeName') ? String((this as { typeName?: unknown }).typeName) : undefined,
    }));
  }

  static get tableName(): string {
    return this.definition.table;
  }
}

/**
 * Declares an object class with decorators, using the same registry as `object(fields, options)`: for code compiled by a tool that lowers
 * TC39 decorators, such as tsc or esbuild.
 *
 * @example
 * @object({ table: 'notes', api: true })
 * class Note extends DecoratedObject {
 *   @field.text({ required: true }) title!: string;
 *   @field.boolean({ default: false }) done!: boolean;
 *   @operation({ path: ['finish'] }) async finish(): Promise<this> { this.done = true; return this.save(); }
 * }
 * class Notes extends collection(Note) {}
 */
export function object(options: ObjectOptions = {}) {
  return (decorated: abstract new (...parameters: never[]) => DecoratedObject, context: ClassDecoratorContext): void => {
    const inherited = registrations.get(Object.getPrototypeOf(decorated) as object)?.options;
    registrations.set(decorated, { fields: fieldsIn(context.metadata), options: { ...inherited, ...options } });
  };
}
