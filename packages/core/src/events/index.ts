export { eventCursor } from './event-cursor.ts';
export type { EventSource, OutboxEvent } from './event.ts';
export { followEvents } from './follow-events.ts';
export { slowestCursor } from './slowest-cursor.ts';
export type { EventCursors, FollowOptions } from './follow-events.ts';
