import { collection, integer, json, object, text } from '@colophon/core';

/** What is told of: past tense, by what it happened to. */
export const CONTENT_EVENT_KINDS = [
  'content.created',
  'content.updated',
  'content.published',
  'content.unpublished',
  'content.deleted',
  'content.restored',
  'correction.issued',
  'review.recorded',
  'comment.created',
  'comment.mentioned',
  'comment.resolved',
  'mirror.changed',
  'chat.erased',
  'schedule.refused',
] as const;
export type ContentEventKind = (typeof CONTENT_EVENT_KINDS)[number];

/**
 * One thing that happened, written in the transaction in which it did. It holds ids and states, never a text that people
 * wrote and never personal data. Its number is given once it is committed, so that whoever has read up to a number has missed
 * nothing.
 */
class ContentEvent extends object(
  {
    sequence: integer({ minimum: 1 }),
    kind: text({ required: true, maxLength: 100 }),
    objectType: text({ required: true, maxLength: 100 }),
    objectId: text({ required: true, maxLength: 200 }),
    data: json({ default: {} }),
  },
  {
    table: 'content_events',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    // Without a number, what waits for one; with it, what follows a cursor.
    indexes: [
      ['sequence', 'id'],
      ['objectType', 'objectId'],
    ],
    description: 'The outbox: what happened to content, in the order in which it was committed.',
  },
) {}

/** What happened to content, for whoever passes it on. */
export class ContentEvents extends collection(ContentEvent) {}
