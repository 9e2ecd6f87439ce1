export { callTool } from './call-tool.ts';
export type { ToolResult } from './call-tool.ts';
export { mcpRoutes } from './mcp-routes.ts';
export type { McpOptions } from './mcp-options.ts';
export { Toolbox, toolName } from './tools.ts';
export type { Tool } from './tools.ts';
export { isToolSetPath } from './tool-sets.ts';
export type { ToolSet, ToolSets } from './tool-sets.ts';
export type { McpResource } from './mcp-resource.ts';
