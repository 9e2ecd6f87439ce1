import { UsageError } from '../../errors/errors.ts';
import { didYouMean } from '../../flags/suggest.ts';
import { formatJson } from '../../output/write-result.ts';
import type { CommandContext } from '../../context/command-context.ts';

/** The settings file of each client, and the member with its servers. */
const CLIENTS: ReadonlyMap<string, { readonly member: string; readonly place: string }> = new Map([
  ['claude', { member: 'mcpServers', place: 'claude_desktop_config.json (Settings, Developer), or .mcp.json in a project' }],
  ['cursor', { member: 'mcpServers', place: '~/.cursor/mcp.json, or .cursor/mcp.json in a project' }],
  ['vscode', { member: 'servers', place: '.vscode/mcp.json in a project' }],
]);

/**
 * Prints the settings for a desktop client to start the bridge: absolute paths, since such clients start programs without a shell, and
 * never a token, which the bridge finds by itself.
 */
export async function showMcpConfig(context: CommandContext, client = 'claude'): Promise<void> {
  const settings = CLIENTS.get(client);
  if (settings === undefined)
    throw new UsageError(`There is no snippet for ${JSON.stringify(client)}`, {
      hint: didYouMean(client, CLIENTS.keys()) ?? `There are ${[...CLIENTS.keys()].join(', ')}.`,
    });
  const { app, io } = context;
  const [command = 'node', ...args] = io.program.command;
  const { serverUrl } = await context.server();
  const env: Record<string, string> = { [`${app.envPrefix}_SERVER_URL`]: serverUrl };
  for (const name of [`${app.envPrefix}_CLI_CONFIG`, `${app.envPrefix}_CA_CERT`, 'XDG_CONFIG_HOME']) {
    const value = io.env[name];
    if (value !== undefined && value !== '') env[name] = value;
  }
  for (const name of ['APP_NAME', 'APP_ENV_PREFIX', 'APP_CONFIG_DIR']) {
    const value = io.env[`COLOPHON_${name}`];
    if (value !== undefined && value !== '') env[`COLOPHON_${name}`] = value;
  }
  const key = app.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const entry = { ...(client === 'vscode' && { type: 'stdio' }), command, args: [...args, 'mcp', 'serve'], env };
  context.notice(`Add this to ${settings.place}`);
  io.stdout.write(formatJson({ [settings.member]: { [key]: entry } }));
}
