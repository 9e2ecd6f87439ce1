import { type Call, pageOutput, recordOutput } from '@colophon/core';
import { z } from 'zod';
import { capability, type ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { NestedList } from '../record/nested-list.ts';
import { CorrectionsFeedAnswer, PublicCorrectionAnswer } from './answers.ts';
import { type ContentCorrection, ContentCorrections, CorrectionInput } from './content-correction.ts';
import { correctionsAsAtom, correctionsAsJsonFeed, type CorrectionsFeed, readCorrectionsFeed } from './corrections-feed.ts';
import { feedRoutes } from './feed-routes.ts';
import { issueCorrection } from './issue-correction.ts';
import { presentLatestCorrection } from './latest-correction.ts';
import { type PublicCorrection, readCorrections } from './read-corrections.ts';

const FeedInput = z.strictObject({
  limit: z.int().min(1).max(200).default(50).describe('The number of corrections to return; default 50.'),
});
type FeedInput = z.input<typeof FeedInput>;

/** Corrections of published pieces, and a feed of the corrections of all content. */
export const corrections = capability({
  tables: [ContentCorrections],
  routes: feedRoutes,
  presence: { hasCorrections: { table: 'content_corrections', column: 'contentId' } },
  present: presentLatestCorrection,
  record: {
    operations: {
      listCorrections: {
        method: 'GET',
        path: ['corrections'],
        output: pageOutput(PublicCorrectionAnswer),
        description: 'List the corrections, in the order of issue.',
      },
      issueCorrectionAction: {
        path: ['corrections'],
        input: CorrectionInput,
        output: recordOutput('content_corrections'),
        access: 'editor',
        creates: true,
        description: 'Issue a correction of a published piece; its text is not changed.',
      },
    },
    methods: {
      /** Returns the corrections, in the order of issue. */
      async listCorrections(this: ContentRecord): Promise<NestedList<PublicCorrection>> {
        return NestedList.whole(await readCorrections(this.database, this.id));
      },

      /** Issues a correction; the text is not changed. @throws ConflictError if the record was never published */
      issueCorrectionAction(this: ContentRecord, input: CorrectionInput, call: Call = this.call): Promise<ContentCorrection> {
        return issueCorrection(this, input, call);
      },
    },
  },
  collection: {
    operations: {
      correctionsFeed: {
        method: 'GET',
        path: ['corrections-feed'],
        input: FeedInput,
        output: CorrectionsFeedAnswer,
        access: 'public',
        description: 'The latest corrections of all content, as JSON Feed.',
      },
      correctionsAtom: {
        method: 'GET',
        path: ['corrections-atom'],
        input: FeedInput,
        output: z.object({ atom: z.string() }),
        access: 'public',
        description: 'The latest corrections of all content, as the text of an Atom feed.',
      },
    },
    methods: {
      /** Returns the latest public corrections, as JSON Feed 1.1. */
      async correctionsFeed(this: ContentCollection, { limit = 50 }: FeedInput = {}, call: Call = this.call): Promise<CorrectionsFeed> {
        return correctionsAsJsonFeed(await readCorrectionsFeed(this.database, call, limit));
      },

      /** Returns the same as the text of an Atom feed. */
      async correctionsAtom(this: ContentCollection, { limit = 50 }: FeedInput = {}, call: Call = this.call): Promise<{ atom: string }> {
        return { atom: correctionsAsAtom(await readCorrectionsFeed(this.database, call, limit)) };
      },
    },
  },
});
