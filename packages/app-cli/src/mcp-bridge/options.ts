/** How the bridge introduces itself to the MCP client that started it. */
export interface McpBridgeOptions {
  readonly name: string;
  readonly version: string;
}
