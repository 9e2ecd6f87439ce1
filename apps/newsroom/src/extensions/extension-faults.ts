import { Content } from '@colophon/content';
import type { AnyCollectionClass, AnyObjectClass } from '@colophon/core';
import type { Extension } from './extension.ts';

const NAME = /^[a-z][a-z0-9-]{1,30}$/;
const CHECK = /^[A-Za-z][A-Za-z0-9]{0,60}$/;

/** Keys of front matter that mean something else. */
const FRONT_MATTER: ReadonlySet<string> = new Set([
  'author',
  'corrections',
  'date',
  'draft',
  'excerpt',
  'frontMatter',
  'published',
  'retraction',
]);

/** What Newsroom has, which an extension cannot take. */
export interface Taken {
  readonly commands: readonly string[];
  readonly jobs: readonly string[];
}

/** Returns everything that is wrong with extensions, and with their being used together. */
export function extensionFaults(extensions: readonly Extension[], taken: Taken): string[] {
  const faults: string[] = [];
  const claim = claims(faults);
  for (const each of taken.commands) claim(`the command ${each}`, 'Newsroom');
  for (const each of taken.jobs) claim(`the job ${each}`, 'Newsroom');
  for (const extension of extensions) {
    const { name, types = [], checks = {}, commands = [], jobs = [], migrations = [] } = extension;
    if (!NAME.test(name))
      faults.push(`${JSON.stringify(name)} is no name of an extension: use 2 to 31 of a-z, 0-9 and -, such as recipes.`);
    claim(`the name ${name}`, name);
    for (const each of types) faults.push(...typeFaults(name, each));
    for (const [check, run] of Object.entries(checks)) {
      if (!CHECK.test(check)) faults.push(`${name}: ${JSON.stringify(check)} is no name of a check: use letters and digits.`);
      if (typeof run !== 'function') faults.push(`${name}: the check ${check} is no function.`);
    }
    for (const command of commands) {
      if (command.name !== name && !command.name.startsWith(`${name} `))
        faults.push(`${name}: the command ${command.name} must begin with ${name}.`);
      claim(`the command ${command.name}`, name);
    }
    for (const job of jobs) {
      if (!job.kind.startsWith(`${name}.`)) faults.push(`${name}: the job ${job.kind} must begin with ${name}.`);
      claim(`the job ${job.kind}`, name);
    }
    for (const { id } of migrations) if (!id.startsWith(`${name}/`)) faults.push(`${name}: the migration ${id} must begin with ${name}/.`);
  }
  return faults;
}

/** Returns what notes who has a name, and reports the second one who wants it. */
function claims(faults: string[]): (what: string, by: string) => void {
  const owners = new Map<string, string>();
  return (what, by) => {
    const owner = owners.get(what);
    if (owner === undefined) owners.set(what, by);
    else faults.push(owner === by ? `${by}: ${what} is there twice.` : `${by}: ${what} is taken by ${owner}.`);
  };
}

/** A type adds fields and operations to content. It cannot change what content does, above all not its gate. */
function typeFaults(extension: string, { name: collection, objectClass }: AnyCollectionClass): string[] {
  const { name } = objectClass;
  if (!(objectClass.prototype instanceof Content))
    return [`${extension}: ${collection} is no type of content: ${name} must extend Content.extend({ … }); others are collections.`];
  const faults: string[] = [];
  if (objectClass.definition.typeName === undefined) faults.push(`${extension}: ${name} has no typeName.`);
  for (const member of ownMembers(objectClass))
    if (member in Content.prototype)
      faults.push(`${extension}: ${name}.${member} would replace what every piece does; a type adds methods of other names.`);
  const operations = (objectClass.operations ?? {}) as Readonly<Record<string, unknown>>;
  for (const [operation, options] of Object.entries(Content.operations))
    if (operations[operation] !== options)
      faults.push(`${extension}: ${name} changes or lacks the operation ${operation}; begin its operations with ...Content.operations.`);
  for (const option of ['access', 'api', 'mcp', 'cli', 'audit', 'tenant', 'kept'] as const)
    if (objectClass.definition.options[option] !== Content.definition.options[option])
      faults.push(`${extension}: ${name} changes the option ${option} of content, which is the same for every type.`);
  for (const field of Object.keys(objectClass.definition.fields))
    if (FRONT_MATTER.has(field))
      faults.push(`${extension}: ${name}.${field} has the name of another key of front matter; rename the field.`);
  return faults;
}

/** The members that a class and those between it and Content declare. */
function ownMembers(objectClass: AnyObjectClass): string[] {
  const members = new Set<string>();
  for (
    let prototype: object | null = objectClass.prototype;
    prototype !== null && prototype !== Content.prototype;
    prototype = Object.getPrototypeOf(prototype) as object | null
  )
    for (const member of Reflect.ownKeys(prototype)) if (member !== 'constructor') members.add(String(member));
  return [...members];
}
