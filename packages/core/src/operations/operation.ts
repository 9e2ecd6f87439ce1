import type { z } from 'zod';
import type { AccessRule } from '../objects/access.ts';
import type { Fields } from '../fields/field.ts';
import type { Call } from '../callers/call.ts';
import type { AnyCollectionClass } from '../objects/collection.ts';
import type { ObjectDefinition } from '../objects/definition.ts';
import type { AnyObjectClass } from '../objects/object.ts';
import type { Filter } from '../queries/filter.ts';
import type { Effects, HttpMethod } from '../registry/operation-options.ts';

/** A collection as addressed from outside. */
export interface Resource {
  /** The URL segment and the first word of a command: `content-documents`. */
  readonly slug: string;
  /** Used only in messages, warnings and labels; never in a name that something depends on. */
  readonly className: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly collectionClass: AnyCollectionClass;
  readonly objectClass: AnyObjectClass;
  readonly definition: ObjectDefinition;
  /** The subclasses that its records may belong to; none for the collection of a subclass. */
  readonly types: readonly AnyObjectClass[];
  /** The fields of the class, and for the root class also those that only its subclasses have. */
  readonly fields: Fields;
  readonly operations: readonly Operation[];
  /** Returns the collection of a referenced table, if its records are readable from outside. */
  readonly related: (table: string) => Resource | undefined;
}

/** An operation on a collection or on one of its records. Every surface is a translation of these. */
export interface Operation {
  /** `contents.update`: the collection and the method. */
  readonly id: string;
  readonly resource: Resource;
  /** The name in the source. */
  readonly name: string;
  /** The kebab-case name that people type. */
  readonly commandName: string;
  readonly kind: 'crud' | 'custom';
  readonly scope: 'item' | 'collection';
  readonly method: HttpMethod;
  /** The path after the collection, or after the id. */
  readonly path: readonly string[];
  readonly input: z.ZodType | undefined;
  readonly output: z.ZodType | undefined;
  readonly effects: Effects;
  readonly access: AccessRule;
  /** The message for rejected callers; undefined if naming the role is enough. */
  readonly refusal: string | undefined;
  readonly description: string;
  readonly creates: boolean;
  readonly accepts: boolean;
  readonly mediaType: string;
  readonly background: boolean;
  /** Whether an idempotency key is accepted: the response is then stored and returned again. */
  readonly replay: boolean;
  readonly version: 'optional' | 'required' | undefined;
  readonly transaction: boolean;
  /** The filters that find the returned record, if it is read without calling the method. */
  readonly finds: ((input: unknown, call: Call) => readonly Filter[]) | undefined;
  /** Whether an agent needs the approval of its person, as it does for what destroys. */
  readonly needsApproval: boolean;
  /** Whether it fetches from other servers, or asks a model. */
  readonly reachesNetwork: boolean;
  /** Maximum number of bytes of a REST request body; undefined for the default limit. */
  readonly bodyLimit: number | undefined;
  /** The surfaces that expose it. */
  readonly exposed: { readonly api: boolean; readonly mcp: boolean; readonly cli: boolean };
}

/** Returns the names of the parameters that a path takes from the input: `review-profiles/{profileKey}` → `profileKey`. */
export function pathParameters(path: readonly string[]): string[] {
  return path.flatMap((segment) => (/^\{(\w+)\}$/.exec(segment)?.[1] ? [segment.slice(1, -1)] : []));
}

/** Returns the property names of a custom operation's input, without creating a JSON Schema. */
export function inputNames({ input }: Pick<Operation, 'input'>): string[] {
  interface Schema {
    readonly shape?: object;
    /** The input schema of a transformation, and the inner schema of an optional one. */
    readonly in?: Schema;
    readonly unwrap?: () => Schema;
  }
  let schema = input as Schema | undefined;
  while (schema && !schema.shape) schema = schema.in ?? schema.unwrap?.();
  return Object.keys(schema?.shape ?? {});
}
