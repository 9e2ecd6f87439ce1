import {
  COMMAND_HTTP_METHODS,
  COMMAND_KINDS,
  COMMAND_SCOPES,
  type DiscoveryCommand,
  type DiscoveryPayload,
  type DiscoveryResource,
  type DiscoveryUser,
} from './discovery.ts';
import { isPlainObject, pointerStep } from './json.ts';

/** A discovery payload with the wrong shape. `pointer` (RFC 6901) names the invalid part. */
export class DiscoveryShapeError extends Error {
  readonly code = 'discovery_shape';
  readonly pointer: string;

  constructor(pointer: string, expected: string) {
    super(`The discovery payload is malformed at ${pointer === '' ? 'the top' : pointer}: expected ${expected}`);
    this.name = 'DiscoveryShapeError';
    this.pointer = pointer;
  }
}

/**
 * Validates that a parsed body is a discovery payload and returns only its `user`, `warnings` and `resources`.
 *
 * Only the shape is validated. The client has to decide whether a slug or a path segment is safe to use.
 *
 * @throws DiscoveryShapeError naming the first invalid part.
 */
export function parseDiscoveryPayload(value: unknown): DiscoveryPayload {
  const payload = object(value, '');
  const user = parseDiscoveryUser(payload['user'], '/user');
  const warnings = list(payload['warnings'], '/warnings').map((warning, index) => text(warning, pointerStep('/warnings', index)));
  const resources = list(payload['resources'], '/resources').map((entry, index) => resource(entry, pointerStep('/resources', index)));
  return { user, warnings, resources };
}

/**
 * Validates the `user` of a discovery payload.
 *
 * @throws DiscoveryShapeError naming the invalid part below `pointer`.
 */
export function parseDiscoveryUser(value: unknown, pointer: string): DiscoveryUser {
  const user = object(value, pointer);
  if (typeof user['authenticated'] !== 'boolean') throw new DiscoveryShapeError(pointerStep(pointer, 'authenticated'), 'true or false');
  optionalText(user, 'id', pointer);
  const id = user['id'];
  return { authenticated: user['authenticated'], ...(typeof id === 'string' && { id }) };
}

/**
 * Validates one command of a discovery payload, for clients that drop only the invalid commands.
 *
 * @throws DiscoveryShapeError naming the invalid part below `pointer`.
 */
export function parseDiscoveryCommand(value: unknown, pointer: string): DiscoveryCommand {
  checkCommand(value, pointer);
  return value;
}

function resource(value: unknown, pointer: string): DiscoveryResource {
  const entry = object(value, pointer);
  for (const name of ['slug', 'className', 'apiPath', 'label']) text(entry[name], pointerStep(pointer, name));
  optionalText(entry, 'description', pointer);
  const commandsPointer = pointerStep(pointer, 'commands');
  list(entry['commands'], commandsPointer).forEach((command, index) => checkCommand(command, pointerStep(commandsPointer, index)));
  return entry as unknown as DiscoveryResource;
}

function checkCommand(value: unknown, pointer: string): asserts value is DiscoveryCommand {
  const entry = object(value, pointer);
  for (const name of ['methodName', 'commandName']) text(entry[name], pointerStep(pointer, name));
  optionalText(entry, 'description', pointer);
  oneOf(entry['kind'], COMMAND_KINDS, pointerStep(pointer, 'kind'));
  oneOf(entry['scope'], COMMAND_SCOPES, pointerStep(pointer, 'scope'));
  oneOf(entry['httpMethod'], COMMAND_HTTP_METHODS, pointerStep(pointer, 'httpMethod'));
  const segmentsPointer = pointerStep(pointer, 'pathSegments');
  list(entry['pathSegments'], segmentsPointer).forEach((segment, index) => text(segment, pointerStep(segmentsPointer, index)));
  if (entry['parameters'] !== undefined) checkParameters(entry['parameters'], pointerStep(pointer, 'parameters'));
}

function checkParameters(value: unknown, pointer: string): void {
  const schema = object(value, pointer);
  if (schema['type'] !== undefined && schema['type'] !== 'object') throw new DiscoveryShapeError(pointerStep(pointer, 'type'), '"object"');
  const propertiesPointer = pointerStep(pointer, 'properties');
  if (schema['properties'] !== undefined) {
    for (const [name, property] of Object.entries(object(schema['properties'], propertiesPointer))) {
      object(property, pointerStep(propertiesPointer, name));
    }
  }
  const requiredPointer = pointerStep(pointer, 'required');
  if (schema['required'] !== undefined) {
    list(schema['required'], requiredPointer).forEach((name, index) => text(name, pointerStep(requiredPointer, index)));
  }
  if (schema['x-requirements'] !== undefined) checkRequirements(schema['x-requirements'], pointerStep(pointer, 'x-requirements'));
}

function checkRequirements(value: unknown, pointer: string): void {
  const requirements = object(value, pointer);
  for (const name of ['idempotencyKey', 'expectedVersion']) {
    if (requirements[name] === undefined) continue;
    const step = pointerStep(pointer, name);
    const requirement = object(requirements[name], step);
    text(requirement['header'], pointerStep(step, 'header'));
    if (typeof requirement['required'] !== 'boolean') throw new DiscoveryShapeError(pointerStep(step, 'required'), 'true or false');
  }
}

function object(value: unknown, pointer: string): Readonly<Record<string, unknown>> {
  if (!isPlainObject(value)) throw new DiscoveryShapeError(pointer, 'an object');
  return value;
}

function list(value: unknown, pointer: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new DiscoveryShapeError(pointer, 'a list');
  return value;
}

function text(value: unknown, pointer: string): string {
  if (typeof value !== 'string') throw new DiscoveryShapeError(pointer, 'a string');
  return value;
}

function optionalText(entry: Readonly<Record<string, unknown>>, name: string, pointer: string): void {
  if (entry[name] !== undefined) text(entry[name], pointerStep(pointer, name));
}

function oneOf(value: unknown, allowed: readonly string[], pointer: string): void {
  if (!allowed.some((entry) => entry === value)) throw new DiscoveryShapeError(pointer, `one of ${allowed.join(', ')}`);
}
