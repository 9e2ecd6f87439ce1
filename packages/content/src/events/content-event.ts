import { collection, integer, json, object, text } from '@colophon/core';

/** The kinds of events: past tense, prefixed by the object. */
export const CONTENT_EVENT_KINDS = [
  'content.created',
  'content.updated',
  'content.published',
  'content.unpublished',
  'content.withheld',
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
 * One event, written in the transaction of the change. It contains ids and states, never text written by people and never personal data.
 * Its number is assigned after the commit, so that a follower who has read up to a number has missed nothing.
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
    // Without a number: for assigning one; with a number: for reading after a cursor.
    indexes: [
      ['sequence', 'id'],
      ['objectType', 'objectId'],
    ],
    description: 'The outbox: events of content, in commit order.',
  },
) {}

/** The events of content. */
export class ContentEvents extends collection(ContentEvent) {}
