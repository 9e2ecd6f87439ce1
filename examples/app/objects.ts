import { collection, integer, object, text } from '@colophon/core';

/** A place worth going to. All readers can see it; editors write; everything else is Colophon's default. */
export class Place extends object(
  {
    name: text({ required: true, maxLength: 200, description: 'What people call it.' }),
    town: text(),
    stars: integer({ description: 'One to five.' }),
    // A column that is added later: EXAMPLE_WITH_OPENING simulates the version of the code that has it.
    ...(process.env['EXAMPLE_WITH_OPENING'] ? { opening: text({ description: 'When it opens.' }) } : {}),
  },
  { table: 'places', api: true, mcp: true, access: { read: 'public' }, description: 'Places worth going to.' },
) {}

export class Places extends collection(Place) {}
