import { type Call, ConflictError, type JsonObject, objectOutput } from '@colophon/core';
import { resolveGovernanceOf } from '../governance/resolve.ts';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { PublishedTransparencyAnswer, TransparencyAnswer } from './answers.ts';
import { buildTransparency, readAccountBasis } from './build-transparency.ts';
import { transparencyJsonLd } from './json-ld.ts';
import { publishedTransparency, type PublishedTransparency } from './published-transparency.ts';
import type { Transparency } from './transparency.ts';

/** Shows readers how a piece was made, as frozen at publication. */
export const transparency = capability({
  record: {
    operations: {
      getPublishedTransparencyAction: {
        method: 'GET',
        path: ['transparency'],
        output: PublishedTransparencyAnswer,
        description: 'The transparency as it was frozen at the latest publication.',
      },
      previewTransparencyAction: {
        method: 'GET',
        path: ['transparency', 'preview'],
        output: TransparencyAnswer,
        access: isTenantStaff,
        description: 'The transparency as it would be frozen now.',
      },
      transparencyJsonLd: {
        method: 'GET',
        path: ['transparency', 'json-ld'],
        output: objectOutput(),
        mediaType: 'application/ld+json',
        description: 'The published transparency as schema.org JSON-LD.',
      },
    },
    methods: {
      /** Returns the transparency frozen at the latest publication. @throws NotFoundError if there is none to serve */
      getPublishedTransparencyAction(this: ContentRecord): Promise<PublishedTransparency> {
        return publishedTransparency(this);
      },

      /** Returns the transparency as it would be frozen now. @throws ConflictError if no assignment enables it */
      async previewTransparencyAction(this: ContentRecord, call: Call = this.call): Promise<Transparency> {
        const governance = await resolveGovernanceOf(this.database, this);
        if (!governance.transparencyEnabled) {
          throw new ConflictError(`Transparency is not enabled for ${this.type}.`, {
            code: 'transparency_disabled',
            hint: 'An assignment of this type with transparencyEnabled turns it on.',
          });
        }
        return buildTransparency(this, governance, 'preview', await readAccountBasis(this), call);
      },

      /** Returns the published transparency as schema.org JSON-LD. @throws NotFoundError if there is none to serve */
      async transparencyJsonLd(this: ContentRecord): Promise<JsonObject> {
        return transparencyJsonLd(this, await publishedTransparency(this));
      },
    },
  },
});
