import { ValidationError } from '@colophon/core';
import { actingInTenant } from '@colophon/tags';
import { z } from 'zod';
import { contentAccess } from '../../record/access.ts';
import { slugsOfTags } from '../../tagging/resolve-tags.ts';
import { type BulkChange, bulkInput } from './bulk-change.ts';

const tags = z.array(z.string().trim().min(1).max(200)).max(50);

export const TagsInput = z.strictObject({
  ...bulkInput,
  add: tags.optional().describe('Tags to add, by slug or name; unknown ones are created.'),
  remove: tags.optional().describe('Tags to remove, by slug or name.'),
});
export type TagsInput = z.infer<typeof TagsInput>;

/** Adds tags to records and removes others, leaving the rest of their tags as they are. */
export const tagChange: BulkChange<TagsInput> = {
  kind: 'contents.change-tags',
  input: TagsInput,
  access: contentAccess.update,
  already: 'had the tags',
  async plan(record, { add = [], remove = [] }) {
    const slugs = await slugsOfTags(record.database, actingInTenant(record.call, record.tenantId), [...add, ...remove]);
    const removed = new Set(remove.map((name) => slugs.get(name)));
    const present = new Set(record.tags);
    const missing = add.filter((name) => !present.has(slugs.get(name) ?? name));
    const kept = record.tags.filter((slug) => !removed.has(slug));
    if (missing.length === 0 && kept.length === record.tags.length) return null;
    return () => {
      // An unknown tag is created by the save, with the name as it was written.
      record.tags = [...kept, ...missing];
      return record.save();
    };
  },
};

/** @throws ValidationError if there is nothing to do, or a tag is to be added and removed */
export function checkTags({ add = [], remove = [] }: TagsInput): void {
  if (add.length === 0 && remove.length === 0)
    throw ValidationError.of([{ pointer: '/add', code: 'required', detail: 'must name a tag, unless remove does' }]);
  const index = remove.findIndex((name) => add.includes(name));
  if (index !== -1)
    throw ValidationError.of([{ pointer: `/remove/${index}`, code: 'contradiction', detail: 'must not also be a tag to add' }]);
}
