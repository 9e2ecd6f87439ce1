import { loadFileSystem } from '../../io/builtin.ts';
import type { CommandContext } from '../../context/command-context.ts';
import type { Check } from './check.ts';

/** Node, and what in the environment changes how the network is used. */
export function checkEnvironment(context: CommandContext): Promise<Check> {
  const { env } = context.io;
  const name = 'environment';
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    return Promise.resolve({
      name,
      status: 'problem',
      detail: 'NODE_TLS_REJECT_UNAUTHORIZED=0 lets anybody on the way pose as the server',
      remedy: 'Unset it, and name the certificate authority with --ca-cert <file>.',
    });
  }
  const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].filter((variable) => Boolean(env[variable] ?? env[variable.toLowerCase()]));
  const proxy = proxies.length === 0 ? 'no proxy' : `through the proxy in ${proxies.join(' and ')}`;
  return Promise.resolve({ name, status: 'ok', detail: `Node ${process.versions.node}, ${proxy}` });
}

/** The config file: there, readable, and nobody else's. */
export async function checkConfig(context: CommandContext): Promise<Check> {
  const { store } = context;
  const name = 'configuration';
  const before = await loadFileSystem()
    .stat(store.path)
    .catch(() => undefined);
  if (before === undefined) return { name, status: 'ok', detail: `${store.path} is not there yet; auth login makes it` };
  const exposed = context.io.platform !== 'win32' && (before.mode & 0o077) !== 0;
  const config = await context.config();
  const kept = `${config.credentials.size} logins, ${config.profiles.size} profiles`;
  if (exposed)
    return {
      name,
      status: 'warning',
      detail: `${store.path} could be read by others and was closed`,
      remedy: 'If this machine has other users, sign in anew.',
    };
  return { name, status: 'ok', detail: `${store.path}: ${kept}` };
}
