import type { JunctionDefinition } from './junction.ts';
import type { AnyObjectClass } from './object.ts';

export interface CollectionOptions {
  /** The name in routes and slugs, if it is not the table's: for the collection of a subclass. */
  readonly name?: string;
  /** Join tables that belong to this object. */
  readonly junctions?: readonly JunctionDefinition[];
  /**
   * Collections whose tables this one refers to, so that it can be used on its own, and those of its subclasses: a row belongs to the
   * subclass that its type selects, and to the root class if none of them has it.
   */
  readonly requires?: () => readonly CollectionStatics[];
}

/** Static members of every collection class. */
export interface CollectionStatics {
  readonly name: string;
  readonly objectClass: AnyObjectClass;
  readonly collectionOptions: CollectionOptions;
}
