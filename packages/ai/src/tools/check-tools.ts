import { invalidInput } from '../errors/errors.ts';
import { checkNames, type Names } from '../errors/check-names.ts';
import type { Tool } from './tool-type.ts';

const names: Names<Tool> = {
  name: true,
  description: true,
  parameters: true,
  jsonSchema: true,
  strict: true,
  needsApproval: true,
  execute: true,
};

/**
 * Checks one tool. A misspelt `needsApproval` would otherwise be a tool that needs none.
 *
 * @throws AIError `INVALID_INPUT` naming the tool and the field
 */
export function checkTool(tool: Tool): void {
  if (typeof tool !== 'object' || tool === null) throw invalidInput('A tool must be an object, such as the result of defineTool.');
  if (typeof tool.name !== 'string' || tool.name === '') throw invalidInput('A tool must have a name.');
  checkNames(tool, names, `${tool.name.slice(0, 64)}: `, invalidInput);
  const fault = (field: string, form: string): Error => invalidInput(`${field} of the tool ${tool.name.slice(0, 64)} must be ${form}.`);
  if (typeof tool.execute !== 'function') throw fault('execute', 'a function');
  const { needsApproval } = tool;
  if (needsApproval !== undefined && typeof needsApproval !== 'boolean' && typeof needsApproval !== 'function') {
    throw fault('needsApproval', 'true, false or a function');
  }
}

/**
 * Checks the tools of a loop and returns them by name.
 *
 * @param hasOthers whether the list may be empty, because the vendor runs tools of its own
 * @throws AIError `INVALID_INPUT` for an unknown field, and for two tools of one name, of which one might need no approval
 */
export function readTools(tools: readonly Tool[], hasOthers: boolean): Map<string, Tool> {
  if (!Array.isArray(tools) || (tools.length === 0 && !hasOthers)) {
    throw invalidInput('tools must be a list with at least one tool, or serverTools must be given.');
  }
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    checkTool(tool);
    if (byName.has(tool.name)) throw invalidInput(`Two tools are called ${tool.name.slice(0, 64)}. Give each a name of its own.`);
    byName.set(tool.name, tool);
  }
  return byName;
}
