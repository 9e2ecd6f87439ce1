import {
  type Call,
  collection,
  type JsonObject,
  objectOutput,
  type Operations,
  type Page,
  pageOutput,
  recordOutput,
  type SaveContext,
} from '@colophon/core';
import type { TagAlias } from '../aliases/tag-alias.ts';
import { TagAliases } from '../aliases/tag-aliases.ts';
import { readHierarchy, type TagHierarchy } from '../hierarchy/hierarchy.ts';
import { lockHierarchy } from '../hierarchy/lock.ts';
import { mergeTags } from '../joins/merge.ts';
import { splitTag, type TagSplit } from '../joins/split.ts';
import { HierarchyOutput, SplitOutput } from './outputs.ts';
import { AddAliasInput, AliasesInput, withoutUndefined, MergeInput, MetadataInput, MoveInput, PageInput } from './inputs.ts';
import { readableAmong } from '../stored/readable-among.ts';
import { StoredTag } from '../stored/stored-tag.ts';
import { storedSlug } from '../stored/stored-slug.ts';
import { shownTag, type TagRecord } from '../stored/tag-record.ts';
import { finishSave, prepareDelete, prepareSave } from './tag-rules.ts';

/**
 * One tag. Its rules apply to every write: a parent exists and is in the same context, there are no cycles, levels are consistent, and the
 * children of a deleted tag move to its parent.
 */
export class Tag extends StoredTag {
  static readonly operations: Operations<Tag> = {
    hierarchy: {
      method: 'GET',
      output: HierarchyOutput,
      description: 'Read a tag with its ancestors, root first, and all its descendants.',
    },
    children: { method: 'GET', input: PageInput, output: pageOutput(), description: 'List the tags directly below a tag.' },
    aliases: {
      method: 'GET',
      input: AliasesInput,
      output: pageOutput(recordOutput('tag_aliases')),
      description: 'List the aliases of a tag.',
    },
    addAlias: {
      path: ['aliases'],
      input: AddAliasInput,
      output: recordOutput('tag_aliases'),
      creates: true,
      description: 'Add an alias to a tag; adding it again returns the same alias.',
    },
    getMetadata: { method: 'GET', path: ['metadata'], output: objectOutput(), description: 'Read the metadata of a tag.' },
    setMetadata: {
      method: 'PUT',
      path: ['metadata'],
      input: MetadataInput,
      output: objectOutput(),
      version: 'optional',
      description: 'Replace the metadata of a tag.',
    },
    updateMetadata: {
      method: 'PATCH',
      path: ['metadata'],
      input: MetadataInput,
      output: objectOutput(),
      version: 'optional',
      description: 'Merge properties into the metadata of a tag, one level deep.',
    },
    // Both begin their own transaction, because the hierarchy must be locked before a row.
    move: {
      input: MoveInput,
      output: recordOutput(),
      version: 'optional',
      transaction: false,
      description: 'Move a tag, and all below it, under another parent or to the root.',
    },
    merge: {
      input: MergeInput,
      output: recordOutput(),
      version: 'optional',
      transaction: false,
      effects: 'destructive',
      access: 'admin',
      description: 'Merge a tag into another one, which gets its uses, children and aliases.',
    },
    split: {
      output: SplitOutput,
      transaction: false,
      access: 'admin',
      description: 'Copy a global tag to each tenant that uses it, as a tag of its own.',
    },
  };

  protected override beforeSave(context: SaveContext): Promise<void> {
    return prepareSave(this, context);
  }

  protected override afterSave(context: SaveContext): Promise<void> {
    return finishSave(this, context);
  }

  protected override beforeDelete(context: SaveContext): Promise<void> {
    return prepareDelete(this, context);
  }

  /** Returns the tag with its ancestors, root first, and all descendants. */
  async hierarchy(call: Call = this.call): Promise<TagHierarchy> {
    const { ancestors, current, descendants } = await readHierarchy(this.database, this.slug);
    const readable = async (tags: readonly TagRecord[]) => (await readableAmong(this.database, call, tags)).map(shownTag);
    return { ancestors: await readable(ancestors), current: shownTag(current), descendants: await readable(descendants) };
  }

  /** Returns one page of the direct children. */
  children(input: PageInput, call: Call = this.call): Promise<Page<Record<string, unknown>>> {
    return new TagRows(this.database, call).rows({ orderBy: 'name', ...withoutUndefined(input), where: { parent_slug: this.slug } });
  }

  /** Returns one page of the tag's aliases. */
  aliases({ language, ...input }: AliasesInput, call: Call = this.call): Promise<Page<Record<string, unknown>>> {
    const where = { tag_slug: this.slug, ...(language === undefined ? {} : { any: [{ language }, { language: null }] }) };
    return new TagAliases(this.database, call).rows({ orderBy: 'alias', ...withoutUndefined(input), where });
  }

  /** Adds an alias to the tag; see `TagAliases.addAlias`. */
  addAlias({ alias, language, context }: AddAliasInput, call: Call = this.call): Promise<TagAlias> {
    return new TagAliases(this.database, call).addAlias(this.slug, alias, language, context);
  }

  /** Returns the metadata; an empty object if there is none. */
  async getMetadata(): Promise<JsonObject> {
    return this.metadata ?? {};
  }

  /** Replaces the metadata. */
  async setMetadata(metadata: MetadataInput): Promise<JsonObject> {
    this.metadata = metadata as JsonObject;
    await this.save();
    return this.getMetadata();
  }

  /** Merges properties into the metadata: the given ones replace existing ones, the others are kept. */
  async updateMetadata(metadata: MetadataInput): Promise<JsonObject> {
    return this.setMetadata({ ...this.metadata, ...metadata });
  }

  /** Moves the tag, and all below it, under another parent; null makes it a root. */
  async move({ new_parent_slug: parentSlug }: MoveInput): Promise<this> {
    return this.database.transaction(async () => {
      await lockHierarchy(this.database);
      this.parent_slug = parentSlug;
      return this.save();
    });
  }

  /** Copies this global tag to each tenant that uses it; see `Tags.splitTag`. */
  split(call: Call = this.call): Promise<TagSplit> {
    return splitTag(this.database, call, this.slug);
  }

  /** Merges this tag into another one, which is returned; see `Tags.mergeTag`. */
  async merge({ to_slug: to }: MergeInput, call: Call = this.call): Promise<Tag> {
    return this.database.transaction(async () => {
      const target = await storedSlug(this.database, call, to);
      await mergeTags(this.database, call, this.slug, target);
      return new TagRows(this.database, call).require(target);
    });
  }
}

/** The tags of a database by their keys, for the methods above; `Tags` has the complete API. */
class TagRows extends collection(Tag) {}
