import { CLI_BUILTIN_COMMANDS } from '@colophon/contract';
import { Job } from '../jobs/job.ts';
import { isIdentifier } from '../storage/table.ts';
import type { Operation, Resource } from './operation.ts';
import { inputNames, pathParameters } from './operation.ts';
import { methodsOf } from './methods-of.ts';

/** Names that are reserved on the server or in the client. */
const RESERVED_NAMES = ['v1', '_resources', 'cli', 'jobs', 'openapi.json', 'version', 'profile', ...CLI_BUILTIN_COMMANDS] as const;

const SLUG = /^[a-z][a-z0-9_-]*$/;
const SEGMENT = /^(?:\{\w+\}|[a-z0-9][a-z0-9_.-]*)$/;

/** Finds names and routes with more than one meaning. */
export function checkTable(resources: readonly Resource[]): string[] {
  const faults: string[] = [];
  const slugs = new Map<string, string>();
  for (const resource of resources) {
    const { slug, className } = resource;
    if (!SLUG.test(slug)) faults.push(`${className}: ${JSON.stringify(slug)} cannot be a collection name`);
    if ((RESERVED_NAMES as readonly string[]).includes(slug) && resource.objectClass !== Job)
      faults.push(`${className}: the collection name ${slug} is reserved by the framework`);
    const other = slugs.get(slug);
    if (other !== undefined) faults.push(`${className}: the collection name ${slug} is also used by ${other}`);
    slugs.set(slug, className);
    faults.push(...checkOperations(resource));
  }
  return faults;
}

function checkOperations({ className, operations }: Resource): string[] {
  const faults: string[] = [];
  const routes = new Map<string, string>();
  const commands = new Map<string, string>();
  for (const operation of operations) {
    const name = `${className}.${operation.name}`;
    if (!isIdentifier(operation.name)) faults.push(`${name}: not a method name`);
    for (const route of operation.exposed.api ? routesOf(operation) : []) {
      const sameRoute = routes.get(route);
      if (sameRoute !== undefined) faults.push(`${name}: has the same route as ${sameRoute}: ${route}`);
      routes.set(route, operation.name);
    }
    const sameCommand = commands.get(operation.commandName);
    if (sameCommand !== undefined) faults.push(`${name}: is the same command as ${sameCommand}: ${operation.commandName}`);
    commands.set(operation.commandName, operation.name);
    // The record would be returned without a check of its access, or instead of a write.
    if (operation.finds && (operation.scope === 'item' || operation.effects !== 'read'))
      faults.push(`${name}: finds is for reads of the collection only`);
    faults.push(...checkPath(name, operation));
  }
  return faults;
}

function checkPath(name: string, operation: Operation): string[] {
  const faults = operation.path
    .filter((segment) => !SEGMENT.test(segment))
    .map((segment) => `${name}: ${JSON.stringify(segment)} cannot be a path segment`);
  for (const parameter of pathParameters(operation.path)) {
    if (!inputNames(operation).includes(parameter))
      faults.push(`${name}: its path has the parameter ${parameter}, which its input does not have`);
  }
  return faults;
}

/** Returns the routes of an operation as the router distinguishes them: without the names of parameters. */
function routesOf(operation: Operation): string[] {
  const { scope, path } = operation;
  const segments = path.map((segment) => (segment.startsWith('{') ? '{}' : segment));
  const address = `/${[...(scope === 'item' ? ['{}'] : []), ...segments].join('/')}`;
  return methodsOf(operation).map((each) => `${each} ${address}`);
}
