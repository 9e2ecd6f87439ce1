import type * as McpClientModule from '@modelcontextprotocol/client';
import type * as McpServerModule from '@modelcontextprotocol/server';
import type * as McpStdioModule from '@modelcontextprotocol/server/stdio';
import { LocalError } from '../errors.ts';

interface SdkParts {
  readonly server: typeof McpServerModule;
  readonly stdio: typeof McpStdioModule;
  readonly client: typeof McpClientModule;
}

const LOADERS: { readonly [Part in keyof SdkParts]: () => Promise<SdkParts[Part]> } = {
  server: () => import('@modelcontextprotocol/server'),
  stdio: () => import('@modelcontextprotocol/server/stdio'),
  client: () => import('@modelcontextprotocol/client'),
};

/**
 * Loads a part of the MCP SDK. It is an optional peer: with its schema library it is ten times the size of everything else here, and
 * whoever does not use the bridge should not have to install it.
 *
 * @throws LocalError `mcp_sdk_missing`, with what to install
 */
export async function importMcpSdk<Part extends keyof SdkParts>(part: Part): Promise<SdkParts[Part]> {
  try {
    return await LOADERS[part]();
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause;
    const name = part === 'client' ? '@modelcontextprotocol/client' : '@modelcontextprotocol/server';
    throw new LocalError('mcp_sdk_missing', `The bridge needs the package ${name}, which is not installed`, {
      hint: `Install it beside this one: npm install ${name}@^2.4.0`,
      cause,
    });
  }
}
