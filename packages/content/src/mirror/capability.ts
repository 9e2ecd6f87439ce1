import { type Call, recordOutput } from '@colophon/core';
import { Attempts } from '@colophon/core/throttle';
import { capability, type ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { ContentMirrors } from './content-mirror.ts';
import { MirrorInput } from './mirror-input.ts';
import { mirrorPage } from './mirror-page.ts';
import { refreshDueMirrors } from './refresh-due.ts';

/** Pages that stand elsewhere are taken in as content, and looked at again. */
export const mirrors = capability({
  tables: [ContentMirrors],
  stores: [Attempts],
  loops: [{ every: 60_000, run: refreshDueMirrors }],
  collection: {
    operations: {
      mirror: {
        input: MirrorInput,
        output: recordOutput('mirrors'),
        access: 'editor',
        creates: true,
        // It waits for another site; what it writes has a transaction of its own.
        transaction: false,
        background: true,
        description: 'Take a page or PDF in as a draft; the record that there is, when it was taken in before.',
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
