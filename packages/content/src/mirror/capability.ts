import { type Call, recordOutput } from '@colophon/core';
import { Attempts } from '@colophon/core/throttle';
import { capability, type ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { ContentMirrors } from './content-mirror.ts';
import { MirrorInput } from './mirror-input.ts';
import { mirrorPage } from './mirror-page.ts';
import { refreshDueMirrors } from './refresh-due.ts';

/** Imports external pages as content, and refreshes them. */
export const mirrors = capability({
  tables: [ContentMirrors],
  stores: [Attempts],
  loops: [{ every: 60_000, run: refreshDueMirrors }],
  collection: {
    operations: {
      mirror: {
        reachesNetwork: true,
        input: MirrorInput,
        output: recordOutput('mirrors'),
        access: 'editor',
        creates: true,
        // It waits for another site; its writes have their own transaction.
        transaction: false,
        background: true,
        description: 'Import a page or PDF as a draft; returns the existing record if it was imported before.',
      },
    },
    methods: {
      /** See `Contents.mirror`. */
      mirror(this: ContentCollection, input: MirrorInput, call: Call = this.call): Promise<ContentRecord> {
        return mirrorPage(this, input, call);
      },
    },
  },
});
