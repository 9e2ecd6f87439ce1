import { isLoopbackHost } from '../../io/loopback.ts';
import { DEVICE_GRANT_PATHS } from '@colophon/contract';
import { describeArtifact } from '../../discovery/catalog-index.ts';
import { BODY_LIMITS } from '../../http/server-client.ts';
import { listRestTools } from '../../mcp-bridge/rest-tools.ts';
import { readIssuer } from '../../login/issuer.ts';
import { readSession } from '../../login/read-session.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { describeSession } from '../../login/describe-session.ts';
import type { Check } from './check.ts';

const MAX_SKEW_SECONDS = 120;

/** Checks the server: selected, allowed by the policy, reachable, and its issuer. */
export async function checkServer(context: CommandContext): Promise<Check> {
  const { serverUrl, source } = await context.server();
  const issuer = await readIssuer(await context.client(serverUrl));
  const { protocol, hostname } = new URL(serverUrl);
  const detail = `${serverUrl} (from ${source}) answers; ${issuer === undefined ? 'it publishes no metadata' : `its issuer is ${issuer}`}`;
  if (protocol === 'https:' || isLoopbackHost(hostname)) return { name: 'server', status: 'ok', detail };
  return {
    name: 'server',
    status: 'warning',
    detail: `${detail}; it is plain http`,
    remedy: 'Use https://, so that nobody on the network can read the token.',
  };
}

/** Checks that this machine and the server agree on the time. Logins do not depend on it; displayed expiry times do. */
export async function checkClock(context: CommandContext): Promise<Check> {
  const { serverUrl } = await context.server();
  const client = await context.client(serverUrl);
  const { metadata: path } = DEVICE_GRANT_PATHS;
  const response = await client.request({ method: 'GET', path, maxBytes: BODY_LIMITS.grant, anyStatus: true, anyRedirect: true });
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(serverTime)) return { name: 'clock', status: 'ok', detail: 'the server does not report its time' };
  const skew = Math.round((context.io.clock.now() - serverTime) / 1000);
  if (Math.abs(skew) <= MAX_SKEW_SECONDS) return { name: 'clock', status: 'ok', detail: 'agrees with the server' };
  return {
    name: 'clock',
    status: 'warning',
    detail: `${Math.abs(skew)} seconds ${skew > 0 ? 'ahead of' : 'behind'} the server`,
    remedy: 'Set the clock of this machine.',
  };
}

/** Checks who is signed in. */
export async function checkSession(context: CommandContext): Promise<Check> {
  const name = 'sign-in';
  const session = await context.session();
  const token = await session.token();
  if (token === undefined)
    return { name, status: 'warning', detail: 'not signed in', remedy: `Sign in with: ${context.commandLine('auth login')}` };
  const resolved = await context.signedIn(readSession(session.client, token, session.issuer));
  return { name, status: 'ok', detail: `${describeSession(resolved)}, token from the ${session.choice.source}` };
}

/** Checks the server's catalog. */
export async function checkCatalog(context: CommandContext): Promise<Check> {
  const { catalog } = await context.catalog();
  const refused = catalog.refused.size + catalog.resources().reduce((count, resource) => count + resource.refused().length, 0);
  const detail = `${catalog.summaries.size} resources, ${describeArtifact(catalog)}`;
  if (refused === 0) return { name: 'catalog', status: 'ok', detail };
  return {
    name: 'catalog',
    status: 'problem',
    detail: `${detail}; ${refused} entries cannot be used`,
    remedy: `${context.commandLine('resources')} names them.`,
  };
}

/** Checks whether the MCP endpoints respond. */
export async function checkTools(context: CommandContext): Promise<Check> {
  const name = 'MCP tools';
  const { tools, unusable } = await context.signedIn(listRestTools(await context.session(), context.app));
  if (unusable === 0) return { name, status: 'ok', detail: `${tools.length} tools` };
  return {
    name,
    status: 'warning',
    detail: `${tools.length} tools; ignored, since they have no name: ${unusable}`,
    remedy: 'Report this to the operator of the server.',
  };
}
