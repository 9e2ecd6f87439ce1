import { type Call, recordOutput } from '@colophon/core';
import { Attempts } from '@colophon/core/throttle';
import type { Asset } from '../assets/asset.ts';
import { setThumbnail } from '../assets/set-thumbnail.ts';
import { capability, type ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { generateMissingThumbnails } from './generate-missing.ts';
import { generateThumbnail } from './generate-thumbnail.ts';
import {
  ChooseThumbnailInput,
  GenerateMissingInput,
  type GenerateMissingThumbnails,
  GenerateThumbnailInput,
  MissingThumbnailsAnswer,
} from './thumbnail-options.ts';

/** A record is given a picture: one of its tenant's, or one that is drawn for it. */
export const thumbnails = capability({
  stores: [Attempts],
  record: {
    operations: {
      chooseThumbnail: {
        path: ['thumbnail'],
        input: ChooseThumbnailInput,
        output: recordOutput(),
        version: 'optional',
        description: 'Make an asset the thumbnail.',
      },
      generateThumbnail: {
        path: ['thumbnail', 'generate'],
        input: GenerateThumbnailInput,
        output: recordOutput('assets'),
        creates: true,
        // It draws, and may wait for an AI; what it writes has a transaction of its own.
        transaction: false,
        background: true,
        version: 'optional',
        description: 'Draw a thumbnail, keep it as an asset and make it the thumbnail of the record.',
      },
    },
    methods: {
      /** As `setThumbnail`, for callers from outside. */
      chooseThumbnail<R extends ContentRecord>(this: R, { assetId }: ChooseThumbnailInput, call: Call = this.call): Promise<R> {
        return setThumbnail(this, assetId, call);
      },

      /**
       * Draws a thumbnail, keeps it as an asset and makes it the record's thumbnail. The same picture is not drawn twice.
       *
       * @throws ValidationError `unknown_strategy`, `coordinates`, or naming the option at fault
       * @throws UnavailableError when nobody draws this here, or it was not drawn; nothing is kept then
       * @example
       * const picture = await article.generateThumbnail({ strategy: 'headline-card', template: 'news' });
       */
      generateThumbnail(this: ContentRecord, options: GenerateThumbnailInput = {}, call: Call = this.call): Promise<Asset> {
        return generateThumbnail(this, options, call);
      },
    },
  },
  collection: {
    operations: {
      generateMissingThumbnails: {
        path: ['thumbnails', 'generate-missing'],
        input: GenerateMissingInput,
        output: MissingThumbnailsAnswer,
        access: 'editor',
        transaction: false,
        background: true,
        description: 'Draw a thumbnail for each record that has none.',
      },
    },
    methods: {
      /**
       * Draws a thumbnail for each record that has none, one after the other; a fault of one holds up none of the others.
       *
       * @throws ValidationError `unknown_strategy`, UnavailableError where nobody draws this here: before anything is drawn
       */
      generateMissingThumbnails(
        this: ContentCollection,
        options: GenerateMissingThumbnails = {},
        call: Call = this.call,
      ): Promise<MissingThumbnailsAnswer> {
        return generateMissingThumbnails(this, options, call);
      },
    },
  },
});
