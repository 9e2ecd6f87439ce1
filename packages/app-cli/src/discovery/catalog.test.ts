import { COMMAND_HTTP_METHODS, type DiscoveryPayload } from '@colophon/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCommandInput } from '../flags/schema-flags.ts';
import { buildRequest } from '../commands/resource/build-request.ts';
import { UsageError } from '../errors/errors.ts';
import { indexDiscovery } from './catalog-index.ts';
import { Catalog } from './catalog.ts';

/** Text that is not a plain name. */
const nasty = fc.oneof(
  fc
    .array(fc.constantFrom('..', '.', '/', '\\', '%2e', '%2f', '?', '#', '{', '}', 'a', 'name', '__proto__', ';', '@', ':', '\u0000'), {
      maxLength: 4,
    })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

const payload: fc.Arbitrary<DiscoveryPayload> = fc
  .record({
    slug: nasty,
    apiPath: nasty,
    commandName: nasty,
    segments: fc.array(nasty, { maxLength: 3 }),
    method: fc.constantFrom(...COMMAND_HTTP_METHODS),
    scope: fc.constantFrom('item' as const, 'collection' as const),
  })
  .map(({ slug, apiPath, commandName, segments, method, scope }) => ({
    user: { authenticated: true },
    warnings: [],
    resources: [
      {
        slug,
        apiPath,
        className: 'X',
        label: 'X',
        commands: [
          {
            methodName: 'x',
            commandName,
            kind: 'custom',
            scope,
            httpMethod: method,
            pathSegments: segments,
            parameters: { type: 'object', properties: { name: { type: 'string' } } },
          },
        ],
      },
    ],
  }));

it('no request ever leaves /api/<collection>, for any offer of the server and any input', () => {
  fc.assert(
    fc.property(payload, nasty, nasty, (offered, id, value) => {
      const { index, commands } = indexDiscovery(offered, undefined);
      for (const catalogResource of new Catalog(index, (resource, command) => commands[resource]?.[command]).resources()) {
        const { summary: resource } = catalogResource;
        for (const command of catalogResource.commands()) {
          const input = readCommandInput(command.parameters);
          let path: string;
          try {
            ({ path } = buildRequest(resource, command, command.scope === 'item' ? id : undefined, new Map([['name', value]]), input));
          } catch (error) {
            expect(error).toBeInstanceOf(UsageError);
            continue;
          }
          const url = new URL(`https://news.example${path}`);
          expect(url.origin + url.pathname).toBe(`https://news.example${path}`);
          expect(url.pathname.startsWith(`/api/${resource.apiPath}`)).toBe(true);
          expect(url.search + url.hash).toBe('');
        }
      }
    }),
    { numRuns: 2000 },
  );
});
