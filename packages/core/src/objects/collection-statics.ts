import type { JunctionDefinition } from './junction.ts';
import type { AnyObjectClass } from './object.ts';

export interface CollectionOptions {
  /** Subclasses that rows may belong to; rows of any other type belong to the root class. */
  readonly types?: readonly AnyObjectClass[];
  /** The name in routes and slugs, if it is not the table's: for the collection of a subclass. */
  readonly name?: string;
  /** Join tables that belong to this object. */
  readonly junctions?: readonly JunctionDefinition[];
  /** Collections whose tables this one refers to, so that it can be used on its own. */
  readonly requires?: () => readonly CollectionStatics[];
}

/** Static members of every collection class. */
export interface CollectionStatics {
  readonly name: string;
  readonly objectClass: AnyObjectClass;
  readonly collectionOptions: CollectionOptions;
}
