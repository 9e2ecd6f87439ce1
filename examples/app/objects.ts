import { AuditEntries, collection, integer, object, operationTable, text } from '@colophon/core';
import { identityCollections } from '@colophon/identity';

/** A place worth going to. Whoever reads may see it; editors write; the rest is what Colophon does by default. */
export class Place extends object(
  {
    name: text({ required: true, maxLength: 200, description: 'What people call it.' }),
    town: text(),
    stars: integer({ description: 'One to five.' }),
    // A column that is added later: EXAMPLE_WITH_OPENING stands for the version of the code that has it.
    ...(process.env['EXAMPLE_WITH_OPENING'] ? { opening: text({ description: 'When it opens.' }) } : {}),
  },
  { table: 'places', api: true, mcp: true, access: { read: 'public' }, description: 'Places worth going to.' },
) {}

export class Places extends collection(Place) {}

/** Everything that the application stores and offers: what REST, MCP, OpenAPI, discovery and commands are made of. */
export const table = operationTable([Places, ...identityCollections, AuditEntries]);
