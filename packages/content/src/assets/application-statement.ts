import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, type SaveContext, ValidationError } from '@colophon/core';

const generating = new AsyncLocalStorage<true>();

/** Runs work in which assets may state, in `metadata.generated`, that the application generated them. */
export function asGenerator<T>(work: () => Promise<T>): Promise<T> {
  return generating.run(true, work);
}

/**
 * What the application states about an image that it generated is written by nobody else: accounts name it as the source. A save without it
 * keeps it, so that metadata can be replaced.
 *
 * @throws ValidationError `read_only` if it is stated or changed
 */
export function keepApplicationStatement(asset: { metadata: JsonObject }, { previous, changed, call }: SaveContext): void {
  const { metadata } = asset as { metadata: unknown };
  // The field itself rejects anything but an object.
  if (call.caller.kind === 'system' || generating.getStore() || !isObject(metadata)) return;
  if (previous !== undefined && !changed.includes('metadata')) return;
  const stated = statementIn(previous?.['metadata']);
  const given = statementIn(metadata);
  if (isDeepStrictEqual(given, stated)) return;
  if (given === undefined) asset.metadata = { ...metadata, generated: stated ?? null };
  else
    throw ValidationError.of([
      {
        pointer: '/metadata/generated',
        code: 'read_only',
        detail: 'is stated by the application about images that it generates; state the involvement of AI in metadata.generation',
      },
    ]);
}

function statementIn(metadata: unknown): JsonObject[string] | undefined {
  return isObject(metadata) && Object.hasOwn(metadata, 'generated') ? metadata['generated'] : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
