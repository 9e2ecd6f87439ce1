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

/** A copy of an external page or file at `url`. */
export class Mirror extends Content {
  static readonly typeName = 'mirror';
  static override readonly operations: Operations<Mirror> = {
    ...Content.operations,
    refreshAction: {
      reachesNetwork: true,
      path: ['refresh'],
      input: RefreshInput,
      output: recordOutput(),
      access: 'editor',
      transaction: false,
      background: true,
      description: 'Fetch the page of a mirror again, and apply its changes; never over a local edit.',
    },
  };

  /**
   * Fetches the page again, and applies its changes.
   *
   * @returns the updated record
   * @throws ConflictError `edited_here` if the text was edited here and the page has changed; `not_mirrored` for a record that was created
   * manually
   */
  async refreshAction(input: RefreshInput = {}, call: Call = this.call): Promise<Mirror> {
    const contents = new StoredMirrors(this.database, call) as unknown as ContentCollection;
    return (await refreshMirror(contents, this.id, input, call)) as Mirror;
  }
}

/** The internal collection for refreshing a mirror: applications use `Mirrors`. */
class StoredMirrors extends collection(Mirror) {}
