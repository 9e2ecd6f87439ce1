import type { Command } from '@colophon/app';
import type { OwnCheck } from '@colophon/content';
import type { AnyCollectionClass } from '@colophon/core';
import type { JobKind } from '@colophon/core/jobs';
import type { Migration } from '@colophon/core/migrations';
import type { Config } from '../config/load-config.ts';

/** What a publisher adds to Newsroom. It is trusted code, and runs in the process of the server. */
export interface Extension {
  /** What its names begin with: lower-case letters, digits and hyphens, such as `recipes`. */
  readonly name: string;
  /** Collections of its own objects: their tables, routes, tools and commands. */
  readonly collections?: readonly AnyCollectionClass[];
  /** Collections of types of content, made with `contentsOfType`. */
  readonly types?: readonly AnyCollectionClass[];
  /** Checks for rules of policies, which name them `recipes/allergensNamed`. */
  readonly checks?: Readonly<Record<string, OwnCheck>>;
  /** Commands, whose names begin with that of the extension: `recipes index`. */
  readonly commands?: readonly Command<Config>[];
  /** Kinds of jobs, whose names begin with that of the extension: `recipes.index`. */
  readonly jobs?: readonly JobKind[];
  /** Its migration files. */
  readonly migrations?: readonly Migration[];
}

/**
 * Defines an extension, to be given to `createNewsroom`.
 *
 * @example
 * export const recipes = defineExtension({ name: 'recipes', types: [Recipes], checks: { allergensNamed } });
 */
export function defineExtension(extension: Extension): Extension {
  return extension;
}
