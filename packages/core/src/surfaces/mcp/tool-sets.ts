import type { Role } from '../../callers/caller.ts';
import { RegistryError } from '../../registry/registry-error.ts';
import type { Toolbox } from './tools.ts';

/** The tools for one kind of work: few enough for a model to choose among. */
export interface ToolSet {
  readonly description: string;
  /** By name, in the order in which they are listed. */
  readonly tools: readonly string[];
  /** Whose tools these are at the address without a set. */
  readonly defaultFor?: readonly Role[];
}

/** Sets by name, as they are chosen in addresses: `/api/mcp/x/reviewing,vocabulary`. */
export type ToolSets = Readonly<Record<string, ToolSet>>;

/** What is listed at an address. */
export interface Selection {
  /** The sets; empty at the address without one. */
  readonly sets: readonly string[];
  /** Only tools that read, and no other can be run. */
  readonly isReadOnly: boolean;
}

/** The most tools of a set, with the two for searching: users report that models choose worse among more. */
export const MOST_TOOLS = 24;
const NAME = /^[a-z][a-z-]{0,30}$/;

/** Every tool, in pages, without search. */
export const ALL = 'all';
/** What needs no sign-in. */
export const PUBLIC = 'public';

/** The path below the endpoint at which sets are chosen. */
const CHOSEN = /^\/x\/([a-z,-]{1,200})$/;
const READ_ONLY = '/readonly';

/** @throws RegistryError naming every set with a fault, such as a tool that does not exist */
export function checkToolSets(sets: ToolSets, toolbox: Toolbox): void {
  const faults: string[] = [];
  const defaults = new Map<Role, string>();
  for (const [name, { tools, defaultFor = [] }] of Object.entries(sets)) {
    if (!NAME.test(name) || name === ALL || name === PUBLIC) faults.push(`the tool set ${name} cannot have this name`);
    if (tools.length > MOST_TOOLS - 2) faults.push(`the tool set ${name} has more than ${MOST_TOOLS - 2} tools`);
    for (const tool of tools) if (!toolbox.operation(tool)) faults.push(`the tool set ${name} names ${tool}, which is no tool`);
    for (const role of defaultFor) {
      const other = defaults.get(role);
      if (other !== undefined) faults.push(`the tool sets ${other} and ${name} are both the default of the role ${role}`);
      defaults.set(role, name);
    }
  }
  if (faults.length > 0) throw new RegistryError(faults);
}

/** Returns what a path below the endpoint selects; undefined if there is no such address. */
export function selectionAt(path: string, sets: ToolSets): Selection | undefined {
  const isReadOnly = path === READ_ONLY || path.endsWith(READ_ONLY);
  const rest = isReadOnly ? path.slice(0, -READ_ONLY.length) : path;
  if (rest === '' || rest === '/') return { sets: [], isReadOnly };
  const chosen = CHOSEN.exec(rest)?.[1]?.split(',') ?? [];
  const isKnown = (name: string): boolean => Object.hasOwn(sets, name) || ((name === ALL || name === PUBLIC) && chosen.length === 1);
  return chosen.length > 0 && chosen.every(isKnown) ? { sets: [...new Set(chosen)], isReadOnly } : undefined;
}

/**
 * Returns whether a path is an address of the MCP endpoint that agents can be connected to: the endpoint itself, and each choice of sets.
 *
 * @param path such as `/api/mcp/x/reviewing`
 * @param endpoint where the endpoint is
 */
export function isToolSetPath(path: string, sets: ToolSets = {}, endpoint = '/api/mcp'): boolean {
  if (path === endpoint) return true;
  if (!path.startsWith(`${endpoint}/`)) return false;
  const selection = selectionAt(path.slice(endpoint.length), sets);
  // What everybody may use needs no agent to be connected.
  return selection !== undefined && !selection.sets.includes(PUBLIC);
}
