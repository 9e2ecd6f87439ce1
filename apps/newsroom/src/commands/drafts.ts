import { type Command, say, withDatabase } from '@colophon/app';
import { beginEpoch, dropDamagedDraft, listUnsavedDrafts, type UnsavedDraft } from '@colophon/content';

/** `newsroom drafts list`: the drafts with text that no record has yet. */
export const draftsList: Command = {
  name: 'drafts list',
  summary: 'List the drafts with unsaved text: the piece, when it was last written in, its size, its title.',
  options: { json: { about: 'print JSON' } },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const drafts = await listUnsavedDrafts(database);
      if (input.option('json') !== undefined) say(context.stdout, JSON.stringify(drafts));
      else for (const each of drafts) say(context.stdout, lineOf(each));
      return 0;
    });
  },
};

/** `newsroom drafts close`: begins a draft anew, so that nothing of what was typed and deleted is kept. */
export const draftsClose: Command = {
  name: 'drafts close',
  summary: 'Begin the draft of a piece anew: the same text without its history. Open editors go on.',
  arguments: [{ name: 'id', about: 'the id of the piece' }],
  options: { damaged: { about: 'delete the draft if it cannot be read: what was not saved is lost' } },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const id = input.argument('id');
      if (input.option('damaged') !== undefined) {
        const isGone = await dropDamagedDraft(database, id);
        say(
          isGone ? context.stdout : context.stderr,
          isGone ? `The draft of ${id} is deleted.` : `${id} has no draft that cannot be read.`,
        );
        return isGone ? 0 : 1;
      }
      if (await beginEpoch(database, id)) {
        say(context.stdout, `The draft of ${id} has begun anew.`);
        return 0;
      }
      say(context.stderr, `${id} has no draft, or a state of it is under review: try again once that is published, or after a day.`);
      return 1;
    });
  },
};

/** The title of a private draft is in its record, which others may read; what it says is not printed at all. */
function lineOf({ contentId, touchedAt, size, updates, isPrivate, title }: UnsavedDraft): string {
  return [contentId, touchedAt, `${size} bytes`, `${updates} updates`, ...(isPrivate ? ['private'] : []), title].join('\t');
}
