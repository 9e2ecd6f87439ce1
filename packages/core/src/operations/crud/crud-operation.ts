import { z } from 'zod';
import { accessRule, type CrudAction } from '../../objects/definition.ts';
import type { Operation, Resource } from '../operation.ts';
import { expandable } from '../expand.ts';
import { pageOutput, RECORD_KEYWORD } from '../../registry/outputs.ts';
import { itemSchema } from './item-schema.ts';
import { expandInput, listInput } from './list-input.ts';
import { writeInput } from './write-input.ts';

type Shape = Pick<Operation, 'scope' | 'method' | 'effects' | 'creates' | 'version'>;

const SHAPES: Record<CrudAction, Shape> = {
  list: { scope: 'collection', method: 'GET', effects: 'read', creates: false, version: undefined },
  get: { scope: 'item', method: 'GET', effects: 'read', creates: false, version: undefined },
  create: { scope: 'collection', method: 'POST', effects: 'write', creates: true, version: undefined },
  update: { scope: 'item', method: 'PUT', effects: 'write', creates: false, version: 'optional' },
  delete: { scope: 'item', method: 'DELETE', effects: 'destructive', creates: false, version: 'optional' },
};

/** Creates the operation of a CRUD action. */
export function crudOperation(resource: Resource, name: CrudAction, exposed: Operation['exposed']): Operation {
  const { options } = resource.definition;
  const input = once(() => inputOf(resource, name));
  const output = once(() => outputOf(resource, name));
  const action = name === 'list' || name === 'get' ? 'read' : name;
  return {
    id: `${resource.slug}.${name}`,
    resource,
    name,
    commandName: name,
    kind: 'crud',
    ...SHAPES[name],
    ...(name === 'update' && options.patchOnly ? { method: 'PATCH' as const } : {}),
    path: [],
    // Created on first use: a process that only serves requests never needs them.
    get input() {
      return input();
    },
    get output() {
      return output();
    },
    access: accessRule(options, action),
    description: describe(resource, name),
    accepts: false,
    mediaType: 'application/json',
    background: false,
    replay: name === 'create',
    transaction: true,
    finds: undefined,
    bodyLimit: undefined,
    refusal: undefined,
    needsApproval: false,
    reachesNetwork: false,
    exposed,
  };
}

/** Caches the result of `make`, including undefined. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function inputOf(resource: Resource, name: CrudAction): z.ZodType | undefined {
  const refers = expandable(resource).size > 0;
  if (name === 'list') return refers ? listInput.extend(expandInput) : listInput;
  if (name === 'get') return refers ? z.strictObject(expandInput) : undefined;
  if (name === 'create' || name === 'update') return writeInput(resource, name);
  return undefined;
}

function outputOf(resource: Resource, name: CrudAction): z.ZodType | undefined {
  if (name === 'delete') return undefined;
  const item = itemSchema(resource).meta({ [RECORD_KEYWORD]: '' });
  if (name !== 'list') return item;
  return pageOutput(item);
}

function describe({ label }: Resource, name: CrudAction): string {
  const many = label.toLowerCase();
  switch (name) {
    case 'list':
      return `List ${many}, filtered, ordered and page by page.`;
    case 'get':
      return `Get one of the ${many} by its id.`;
    case 'create':
      return `Create one of the ${many}.`;
    case 'update':
      return `Change fields of one of the ${many}; fields that are not sent stay unchanged.`;
    case 'delete':
      return `Delete one of the ${many}.`;
  }
}
