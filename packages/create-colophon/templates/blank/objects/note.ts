import { collection, object, text } from '@colophon/core';

/** A note. Everybody can read it, editors write, admins delete. */
export class Note extends object(
  {
    title: text({ required: true, maxLength: 200, description: 'What the note is about.' }),
    body: text({ description: 'Markdown.' }),
  },
  { table: 'notes', api: true, mcp: true, access: { read: 'public' }, description: 'Notes.' },
) {}

export class Notes extends collection(Note) {}
