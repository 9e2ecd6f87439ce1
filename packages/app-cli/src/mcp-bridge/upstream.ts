import type { ToolList, ToolResult } from './rest-tools.ts';

/** The source of the bridge's tools: one of the endpoints of the application. */
export interface Upstream {
  listTools(signal: AbortSignal): Promise<ToolList>;
  /** @throws ApiError and the other errors of this client; a tool that failed is a result, not an error. */
  callTool(name: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolResult>;
  close(): Promise<void>;
}
