import { type Call, pageOutput } from '@colophon/core';
import { ContentBylines } from '../bylines/content-byline.ts';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { PageInput } from '../record/inputs.ts';
import type { NestedList } from '../record/nested-list.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { EditionAnswer, ListedEditionAnswer, PublicationAnswer } from './answers.ts';
import { freezeFirstEditions, recheckPendingChanges } from './first-editions.ts';
import { listEditions, type ListedEdition } from './list-editions.ts';
import { presentEditions } from './present-editions.ts';
import { type PublishedEdition, publishedEdition } from './published-edition.ts';
import { type Publication, readPublication } from './read-publication.ts';
import { ContentEditions } from './record/content-edition.ts';
import { PendingChanges } from './record/pending-change.ts';
import { ShownFiles } from './record/shown-file.ts';
import { withhold, WithholdInput } from './withhold.ts';

/** What readers get of a piece is its edition, frozen when it was published. */
export const editions = capability({
  stores: [ContentEditions, ShownFiles, PendingChanges, ContentBylines],
  replaces: { tags: ['tagsAsPublished'] },
  presence: { hasPendingChanges: { table: 'content_pending_changes', column: 'contentId' } },
  present: presentEditions,
  loops: [{ every: 1000, run: freezeFirstEditions }],
  sweeps: [recheckPendingChanges],
  record: {
    operations: {
      getPublication: {
        method: 'GET',
        path: ['publication'],
        output: PublicationAnswer,
        access: isTenantStaff,
        description: 'What readers get of the record, and what publishing it again would change.',
      },
      listEditions: {
        method: 'GET',
        path: ['editions'],
        input: PageInput,
        output: pageOutput(ListedEditionAnswer),
        description: 'List the editions of the record, latest first.',
      },
      withholdAction: {
        path: ['withholdings'],
        input: WithholdInput,
        output: EditionAnswer,
        access: 'editor',
        creates: true,
        description: 'Withhold a picture, file, fact or reference from readers at once.',
      },
    },
    methods: {
      /** Returns what readers get of the record, and what publishing it again would change. @throws ConflictError `not_published` */
      getPublication(this: ContentRecord, call: Call = this.call): Promise<Publication> {
        return readPublication(this, call);
      },

      /** Returns the editions, latest first. */
      listEditions(this: ContentRecord, page: PageInput = {}): Promise<NestedList<ListedEdition>> {
        return listEditions(this, page);
      },

      /** Withholds something from readers at once, in an edition of its own. @throws NotFoundError if they do not get it */
      withholdAction(this: ContentRecord, input: WithholdInput, call: Call = this.call): Promise<PublishedEdition> {
        return withhold(this, input, call).then(publishedEdition);
      },
    },
  },
});
