import type { AppDefinition } from '../app/app-definition.ts';
import { callRestTool, listRestTools } from './rest-tools.ts';
import type { SessionSource } from './session-source.ts';
import { asToolResult } from './tool-answer.ts';
import type { Upstream } from './upstream.ts';

/** The two REST endpoints. The server keeps no state, so it may restart at any time. */
export function createRestUpstream(source: SessionSource, app: AppDefinition): Upstream {
  return {
    listTools: async (signal) => listRestTools(await source.session(), app, signal),
    callTool: async (name, input, signal) => asToolResult(await callRestTool(await source.session(), app, name, input, signal)),
    close: () => Promise.resolve(),
  };
}
