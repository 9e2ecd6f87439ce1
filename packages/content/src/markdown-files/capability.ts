import { z } from 'zod';
import { capability, type ContentCollection } from '../record/capability.ts';
import { DeletedPosts, rememberDeletedPost } from './deleted-post.ts';
import { syncArticles } from './sync-content-dir.ts';
import type { WriteReport } from './write-all.ts';

const SyncInput = z.strictObject({
  contentDir: z.string().min(1).max(4096).describe('The folder to write to; it is created if needed.'),
});
type SyncInput = z.infer<typeof SyncInput>;

const WriteAnswer = z.object({
  written: z.int(),
  unchanged: z.int(),
  failed: z.array(z.object({ id: z.string(), slug: z.string(), context: z.string(), code: z.string(), message: z.string() })),
  leftOut: z.record(z.string(), z.int()).describe('What hangs on the articles and is in no file, by kind.'),
});

/** Content is written to files, and records store the file they came from. */
export const markdownFiles = capability({
  stores: [DeletedPosts],
  afterDelete: (record, { database, call }) => rememberDeletedPost(database, record, call),
  collection: {
    operations: {
      syncContentDir: {
        input: SyncInput,
        output: WriteAnswer,
        access: 'editor',
        transaction: false,
        description: 'Write every article to <contentDir>/<context>/<slug>/index.md.',
      },
    },
    methods: {
      /**
       * Writes every article to `<contentDir>/<context>/<slug>/index.md`, as Markdown with front matter. Files that are
       * up to date are not written, so that a second run writes nothing; files of removed articles stay.
       *
       * @throws ValidationError `path_leaves_folder` if a context or slug would lead out of the folder; nothing is written
       *   there, the other articles are
       */
      syncContentDir(this: ContentCollection, { contentDir }: SyncInput): Promise<WriteReport> {
        return syncArticles(this, contentDir);
      },
    },
  },
});
