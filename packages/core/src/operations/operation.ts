import type { z } from 'zod';
import type { AccessRule } from '../callers/access.ts';
import type { AnyCollectionClass } from '../objects/collection.ts';
import type { ObjectDefinition } from '../objects/definition.ts';
import type { AnyObjectClass } from '../objects/object.ts';
import type { Effects, HttpMethod } from './operation-options.ts';

/** A collection as the outside addresses it. */
export interface Resource {
  /** The URL segment and the first word of a command: `content-documents`. */
  readonly slug: string;
  /** In messages, warnings and labels only; never in a name that something depends on. */
  readonly className: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly collectionClass: AnyCollectionClass;
  readonly objectClass: AnyObjectClass;
  readonly definition: ObjectDefinition;
  readonly operations: readonly Operation[];
  /** The collection of a table that records of this one refer to, where its records are read from outside. */
  readonly related: (table: string) => Resource | undefined;
}

/** One thing that can be done to a collection or to one of its records. Every surface is a translation of these. */
export interface Operation {
  /** `contents.update`: the collection and the method. */
  readonly id: string;
  readonly resource: Resource;
  /** As the source spells it. */
  readonly name: string;
  /** kebab-case, as people type it. */
  readonly commandName: string;
  readonly kind: 'crud' | 'custom';
  readonly scope: 'item' | 'collection';
  readonly method: HttpMethod;
  /** After the collection, or after the id. */
  readonly path: readonly string[];
  readonly input: z.ZodType | undefined;
  readonly output: z.ZodType | undefined;
  readonly effects: Effects;
  readonly access: AccessRule;
  /** Said to whoever may not run it; undefined where its role says enough. */
  readonly refusal: string | undefined;
  readonly description: string;
  readonly creates: boolean;
  readonly accepts: boolean;
  readonly mediaType: string;
  readonly background: boolean;
  /** Whether an idempotency key is taken: the answer is then kept and answered again. */
  readonly replay: boolean;
  readonly version: 'optional' | 'required' | undefined;
  readonly transaction: boolean;
  /** Bytes of a request body over REST; undefined for the bound of every other. */
  readonly bodyLimit: number | undefined;
  /** Which surfaces offer it. */
  readonly exposed: { readonly api: boolean; readonly mcp: boolean; readonly cli: boolean };
}

/** The names of the parameters that a path takes from the input: `review-profiles/{profileKey}` → `profileKey`. */
export function pathParameters(path: readonly string[]): string[] {
  return path.flatMap((segment) => (/^\{(\w+)\}$/.exec(segment)?.[1] ? [segment.slice(1, -1)] : []));
}

/** The names of the properties that a custom operation's input has, read without making a JSON Schema of it. */
export function inputNames({ input }: Pick<Operation, 'input'>): string[] {
  interface Schema {
    readonly shape?: object;
    /** What a schema that goes on to change the value starts from, and what one that may be absent is of. */
    readonly in?: Schema;
    readonly unwrap?: () => Schema;
  }
  let schema = input as Schema | undefined;
  while (schema && !schema.shape) schema = schema.in ?? schema.unwrap?.();
  return Object.keys(schema?.shape ?? {});
}
