import { boolean, bytes, collection, datetime, integer, json, object, reference, text } from '@colophon/core';
import { besideContents } from '../../record/beside-contents.ts';

/** The last number that each writer wrote, by {@link writerOf}: those who wrote since the last save. */
export type DraftWriters = Readonly<Record<string, number>>;

const hidden = { api: false, mcp: false, cli: false, audit: false } as const;

/**
 * The draft of a piece that several write. Its state has the updates up to `stateSequence`; its saved state is a part of it, whose values are
 * those of the record at `savedRev`.
 */
class ContentDraft extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    /** 16 random hexadecimal digits: a number would come again when a draft is deleted and begun anew. */
    epoch: text({ required: true, maxLength: 16 }),
    /** The number of the last update; it goes on in the next epoch. */
    sequence: integer({ default: 0, minimum: 0 }),
    stateSequence: integer({ default: 0, minimum: 0 }),
    savedSequence: integer({ default: 0, minimum: 0 }),
    savedRev: integer({ required: true, minimum: 1 }),
    writers: json<DraftWriters>({ default: {}, personal: true }),
    /** When it was last written in, or followed. */
    touchedAt: datetime({ required: true }),
    /** While it is set, only `startedBy` may read it. */
    isPrivate: boolean({ default: false }),
    startedBy: text({ maxLength: 210, personal: true }),
  },
  {
    ...hidden,
    table: 'content_drafts',
    tenant: true,
    unique: [['contentId']],
    indexes: [['touchedAt']],
    description: 'The drafts of pieces, which several people write together.',
  },
) {}

export class ContentDrafts extends collection(ContentDraft, besideContents) {}

export const STATE_KINDS = ['state', 'savedState'] as const;
export type StateKind = (typeof STATE_KINDS)[number];

/** The document of a draft, and the part of it that is saved: beside the draft's row, which each update changes. */
class ContentDraftState extends object(
  {
    draftId: reference('content_drafts', { required: true, onDelete: 'cascade' }),
    kind: text({ values: STATE_KINDS, required: true }),
    bytes: bytes({ required: true }),
  },
  {
    ...hidden,
    table: 'content_draft_states',
    tenant: true,
    unique: [['draftId', 'kind']],
    description: 'The documents of drafts.',
  },
) {}

export class ContentDraftStates extends collection(ContentDraftState, { requires: () => [ContentDrafts] }) {}

/** What somebody wrote, in the order in which it was accepted. It is deleted once the state of the draft contains it. */
class ContentDraftUpdate extends object(
  {
    draftId: reference('content_drafts', { required: true, onDelete: 'cascade' }),
    epoch: text({ required: true, maxLength: 16 }),
    sequence: integer({ required: true, minimum: 1 }),
    client: integer({ required: true, minimum: 1 }),
    writer: text({ maxLength: 210, personal: true }),
    bytes: bytes({ required: true }),
  },
  {
    ...hidden,
    table: 'content_draft_updates',
    tenant: true,
    unique: [['draftId', 'epoch', 'sequence']],
    description: 'What was written in drafts since their last state.',
  },
) {}

export class ContentDraftUpdates extends collection(ContentDraftUpdate, { requires: () => [ContentDrafts] }) {}

/** An editor that writes in a draft under a number of its own. */
class ContentDraftClient extends object(
  {
    draftId: reference('content_drafts', { required: true, onDelete: 'cascade' }),
    epoch: text({ required: true, maxLength: 16 }),
    client: integer({ required: true, minimum: 1 }),
    writer: text({ maxLength: 210, personal: true }),
    /** The clock of its next letter. */
    clock: integer({ default: 0, minimum: 0 }),
    /** How many of its updates were refused. */
    refusals: integer({ default: 0, minimum: 0 }),
  },
  {
    ...hidden,
    table: 'content_draft_clients',
    tenant: true,
    unique: [['draftId', 'epoch', 'client']],
    description: 'The editors that write in drafts.',
  },
) {}

export class ContentDraftClients extends collection(ContentDraftClient, { requires: () => [ContentDrafts] }) {}

/** A state of a draft that must be found again: somebody reviews it while others write. */
class ContentDraftPin extends object(
  {
    draftId: reference('content_drafts', { required: true, onDelete: 'cascade' }),
    epoch: text({ required: true, maxLength: 16 }),
    sequence: integer({ required: true, minimum: 0 }),
    state: bytes({ required: true }),
  },
  {
    ...hidden,
    table: 'content_draft_pins',
    tenant: true,
    unique: [['draftId', 'epoch', 'sequence']],
    description: 'States of drafts that are under review.',
  },
) {}

export class ContentDraftPins extends collection(ContentDraftPin, { requires: () => [ContentDrafts] }) {}
