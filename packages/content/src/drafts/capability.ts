import { type Call, recordOutput } from '@colophon/core';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { discardDraft } from './discard-draft.ts';
import { mayWrite, requireShared } from './draft-access.ts';
import { draftEventRoutes } from './draft-events.ts';
import {
  AcceptedAnswer,
  DiscardDraftInput,
  DraftAnswer,
  LARGEST_REQUEST,
  OpenDraftInput,
  OpenedAnswer,
  PresenceInput,
  SaveDraftInput,
  UpdatesInput,
} from './draft-inputs.ts';
import { openDraft, type OpenedDraft } from './open-draft.ts';
import { presentDraft } from './present-draft.ts';
import { readDraft, type ShownDraft } from './read-draft.ts';
import { absorbRecord } from './record/absorb-change.ts';
import { ContentDraftClients, ContentDraftPins, ContentDrafts, ContentDraftStates, ContentDraftUpdates } from './record/content-draft.ts';
import { readDraftRow } from './record/draft-rows.ts';
import { saveDraft } from './save-draft.ts';
import { type Accepted, sendUpdates } from './send-updates.ts';
import { shareDraft } from './share-draft.ts';
import { tellPresence } from './tell-presence.ts';
import { tendDrafts } from './tend-drafts.ts';

/** The draft of each piece, which several people write together; the record changes only when it is saved. */
export const drafts = capability({
  stores: [ContentDrafts, ContentDraftStates, ContentDraftUpdates, ContentDraftClients, ContentDraftPins],
  routes: draftEventRoutes,
  presence: { hasDraft: { table: 'content_drafts', column: 'contentId' } },
  present: presentDraft,
  async afterSave(record, { created, changed, previous, database, call }) {
    // One look-up for a record without a draft.
    const row = created || changed.length === 0 ? undefined : await readDraftRow(database, record.id);
    if (!row) return;
    if (record.status === 'published' && previous?.['status'] !== 'published') requireShared(row);
    await absorbRecord(record, call);
  },
  loops: [{ every: 10_000, run: (database) => tendDrafts(database) }],
  record: {
    operations: {
      draft: {
        method: 'GET',
        path: ['draft'],
        output: DraftAnswer,
        access: isTenantStaff,
        description: 'What the draft of the record says, which several people may be writing.',
      },
      openDraft: {
        path: ['draft', 'open'],
        input: OpenDraftInput,
        output: OpenedAnswer,
        access: isTenantStaff,
        replay: false,
        description: 'Open the draft for an editor; begins it from the record if there is none.',
      },
      sendDraftUpdates: {
        path: ['draft', 'updates'],
        input: UpdatesInput,
        output: AcceptedAnswer,
        access: mayWrite,
        bodyLimit: LARGEST_REQUEST,
        replay: false,
        // What is typed must not wait for a save of the record.
        transaction: false,
        description: 'Write in the draft: what an editor made, in its order.',
      },
      tellDraftPresence: {
        path: ['draft', 'presence'],
        input: PresenceInput,
        access: isTenantStaff,
        replay: false,
        transaction: false,
        description: 'Tell those who follow the draft where your caret is.',
      },
      saveDraft: {
        path: ['draft', 'save'],
        input: SaveDraftInput,
        output: recordOutput(),
        access: mayWrite,
        version: 'optional',
        description: 'Save the record as its draft was: everybody’s text up to that state.',
      },
      discardDraft: {
        path: ['draft', 'discard'],
        input: DiscardDraftInput,
        output: DraftAnswer,
        access: mayWrite,
        transaction: false,
        description: 'Make the draft say what the record says. What is discarded is kept as a version.',
      },
      shareDraft: {
        path: ['draft', 'share'],
        output: DraftAnswer,
        access: mayWrite,
        transaction: false,
        description: 'Show your private draft to everybody who may read the record, for good.',
      },
    },
    methods: {
      /** Returns what the draft says. @throws ConflictError `draft_private` */
      draft(this: ContentRecord, call: Call = this.call): Promise<ShownDraft> {
        return readDraft(this, call);
      },

      /** Opens the draft for an editor. @throws ConflictError `draft_private`, `draft_full` */
      openDraft(this: ContentRecord, input: OpenDraftInput = {}, call: Call = this.call): Promise<OpenedDraft> {
        return this.database.transaction(() => openDraft(this, input, call));
      },

      /** Accepts what an editor wrote. @throws ConflictError `draft_epoch`, `draft_gap` */
      sendDraftUpdates(this: ContentRecord, input: UpdatesInput, call: Call = this.call): Promise<Accepted> {
        return sendUpdates(this, input, call);
      },

      /** Passes on where the caller's caret is. */
      tellDraftPresence(this: ContentRecord, input: PresenceInput, call: Call = this.call): Promise<void> {
        return tellPresence(this, input, call);
      },

      /** Saves the record as its draft was. @throws ConflictError `draft_moved_on`, `draft_private`, `no_draft` */
      saveDraft<R extends ContentRecord>(this: R, input: SaveDraftInput, call: Call = this.call): Promise<R> {
        return saveDraft(this, input, call);
      },

      /** Makes the draft say what the record says. @throws ConflictError `draft_moved_on` */
      async discardDraft(this: ContentRecord, { through }: DiscardDraftInput, call: Call = this.call): Promise<ShownDraft> {
        await discardDraft(this, through, call);
        return readDraft(this, call);
      },

      /** Shows a private draft to everybody who may read the record. */
      async shareDraft(this: ContentRecord, call: Call = this.call): Promise<ShownDraft> {
        await shareDraft(this, call);
        return readDraft(this, call);
      },
    },
  },
});
