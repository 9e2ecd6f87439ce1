import type { Caller, Role } from '../../callers/caller.ts';
import { mayList } from '../../operations/may-list.ts';
import type { Operation } from '../../operations/operation.ts';
import { SEARCH_TOOLS } from './search-tools.ts';
import { ALL, MOST_TOOLS, PUBLIC, type Selection, type ToolSets } from './tool-sets.ts';
import { type Tool, type Toolbox, toolName } from './tools.ts';

/** How many tools a page of `all` has. */
const PAGE = 100;

/** A page of a list of tools. */
export interface ToolPage {
  readonly tools: readonly Tool[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: number | undefined;
}

/**
 * Returns the tools that an address lists for a caller: a filter of what they may use, so that a model chooses among few. It is no check: each
 * call is checked on its own, and tools that are not listed can be called.
 *
 * @param from the position at which the page begins
 */
export async function listedTools(
  toolbox: Toolbox,
  { sets, selection, caller, from }: { sets: ToolSets; selection: Selection; caller: Caller; from: number },
): Promise<ToolPage> {
  const isListed = (operation: Operation): boolean => mayList(operation, caller) && (!selection.isReadOnly || operation.effects === 'read');
  if (selection.sets.includes(ALL)) {
    const all = toolbox.folded.filter(isListed);
    const tools = await toolbox.describe(all.slice(from, from + PAGE));
    return { tools, next: from + PAGE < all.length ? from + PAGE : undefined };
  }
  const chosen = chosenTools(toolbox, { sets, selection, caller });
  if (chosen === undefined) return { tools: await toolbox.describe(toolbox.folded.filter(isListed)), next: undefined };
  const operations = chosen.flatMap((name) => toolbox.operation(name) ?? []).filter(isListed);
  return { tools: [...(await toolbox.describe(operations)), ...searchTools(selection)], next: undefined };
}

/** The names of the tools of an address; undefined for all of them, where they are few. */
function chosenTools(
  toolbox: Toolbox,
  { sets, selection, caller }: { sets: ToolSets; selection: Selection; caller: Caller },
): readonly string[] | undefined {
  const named = selection.sets.filter((name) => name !== PUBLIC);
  if (named.length > 0) return [...new Set(named.flatMap((name) => sets[name]?.tools ?? []))];
  const role: Role = caller.kind === 'system' ? 'admin' : (caller.role ?? 'viewer');
  const standing = Object.values(sets).find(({ defaultFor }) => defaultFor?.includes(role));
  if (standing) return standing.tools;
  const all = toolbox.folded;
  if (all.length <= MOST_TOOLS) return undefined;
  // Without sets: what the first collections, in the order of their names, can do.
  return all.slice(0, MOST_TOOLS - 2).map(toolName);
}

function searchTools({ isReadOnly }: Selection): readonly Tool[] {
  return isReadOnly
    ? SEARCH_TOOLS.map((tool) => ({ ...tool, annotations: { ...tool.annotations, readOnlyHint: true, destructiveHint: false } }))
    : SEARCH_TOOLS;
}
