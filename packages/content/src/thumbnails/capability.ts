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

/** Assigns a thumbnail to a record: an asset of its tenant, or a generated image. */
export const thumbnails = capability({
  stores: [Attempts],
  record: {
    operations: {
      chooseThumbnail: {
        path: ['thumbnail'],
        input: ChooseThumbnailInput,
        output: recordOutput(),
        version: 'optional',
        description: 'Set an asset as thumbnail.',
      },
      generateThumbnail: {
        reachesNetwork: true,
        path: ['thumbnail', 'generate'],
        input: GenerateThumbnailInput,
        output: recordOutput('assets'),
        creates: true,
        // It generates an image, and may wait for an AI; its writes have their own transaction.
        transaction: false,
        background: true,
        version: 'optional',
        description: 'Generate a thumbnail, store it as an asset and set it as thumbnail of the record.',
      },
    },
    methods: {
      /** Like `setThumbnail`, for external callers. */
      chooseThumbnail<R extends ContentRecord>(this: R, { assetId }: ChooseThumbnailInput, call: Call = this.call): Promise<R> {
        return setThumbnail(this, assetId, call);
      },

      /**
       * Generates a thumbnail, stores it as an asset and sets it as the record's thumbnail. An identical image is not generated again.
       *
       * @throws ValidationError `unknown_strategy`, `coordinates`, or naming the invalid option
       * @throws UnavailableError if the strategy is not configured, or the generation failed; nothing is stored then
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
        reachesNetwork: true,
        path: ['thumbnails', 'generate-missing'],
        input: GenerateMissingInput,
        output: MissingThumbnailsAnswer,
        access: 'editor',
        transaction: false,
        background: true,
        description: 'Generate a thumbnail for each record that has none.',
      },
    },
    methods: {
      /**
       * Generates a thumbnail for each record that has none, one after the other; a failure does not stop the others.
       *
       * @throws ValidationError `unknown_strategy`, UnavailableError if the strategy is not configured, before anything is generated
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
