import { collection } from '@colophon/core';
import { eventCursor } from '@colophon/core/events';

class SearchCursor extends eventCursor('search_cursors', 'How far the words of changed content have been read.') {}

/** How far events have been read for search. */
export class SearchCursors extends collection(SearchCursor) {}
