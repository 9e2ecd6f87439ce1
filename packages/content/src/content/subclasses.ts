import { type Call, collection, type Operations, recordOutput } from '@colophon/core';
import { RefreshInput } from '../mirror/mirror-input.ts';
import { refreshMirror } from '../mirror/refresh-mirror.ts';
import type { ContentCollection } from '../record/capability.ts';
import { Content } from './content.ts';

/** An editorial piece. */
export class Article extends Content {
  static readonly typeName = 'article';
}

/** A structured document. */
export class ContentDocument extends Content {
  static readonly typeName = 'document';
}

/** A copy of something that stands elsewhere; `url` says where. */
export class Mirror extends Content {
  static readonly typeName = 'mirror';
  static override readonly operations: Operations<Mirror> = {
    ...Content.operations,
    refreshAction: {
      path: ['refresh'],
      input: RefreshInput,
      output: recordOutput(),
      access: 'editor',
      transaction: false,
      background: true,
      description: 'Ask the site of a mirror again, and take over what changed there; never over an edit made here.',
    },
  };

  /**
   * Asks the site again, and takes over what changed there.
   *
   * @returns the record as it is then
   * @throws ConflictError `edited_here` when the text was edited here and the page has changed; `not_mirrored` for a record that
   *   was made by hand
   */
  async refreshAction(input: RefreshInput = {}, call: Call = this.call): Promise<Mirror> {
    const contents = new StoredMirrors(this.database, call) as unknown as ContentCollection;
    return (await refreshMirror(contents, this.id, input, call)) as Mirror;
  }
}

/** How a mirror reads itself anew: what applications use is `Mirrors`. */
class StoredMirrors extends collection(Mirror) {}
