import type { Operation } from './operation.ts';
import type { HttpMethod } from '../registry/operation-options.ts';

/** Returns the HTTP methods of an operation: a record is updated by `PUT` and `PATCH`, unless its class has `PATCH` alone. */
export function methodsOf({ kind, name, method }: Pick<Operation, 'kind' | 'method' | 'name'>): readonly HttpMethod[] {
  return kind === 'crud' && name === 'update' && method === 'PUT' ? ['PUT', 'PATCH'] : [method];
}
