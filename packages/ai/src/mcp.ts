export { toolsFromMcp, type McpClient, type McpToolsOptions } from './tools/mcp-tools.ts';
