import { loadFileSystem } from '../../io/builtin.ts';
import type { CommandContext } from '../../context/command-context.ts';
import type { Check } from './check.ts';

/** Checks Node, and environment variables that affect the network. */
export function checkEnvironment(context: CommandContext): Promise<Check> {
  const { env } = context.io;
  const name = 'environment';
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    return Promise.resolve({
      name,
      status: 'problem',
      detail: 'NODE_TLS_REJECT_UNAUTHORIZED=0 lets anyone on the network impersonate the server',
      remedy: 'Unset it, and name the certificate authority with --ca-cert <file>.',
    });
  }
  const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].filter((variable) => Boolean(env[variable] ?? env[variable.toLowerCase()]));
  const proxy = proxies.length === 0 ? 'no proxy' : `through the proxy in ${proxies.join(' and ')}`;
  return Promise.resolve({ name, status: 'ok', detail: `Node ${process.versions.node}, ${proxy}` });
}

/** Checks the config file: that it is readable, and only by its owner. */
export async function checkConfig(context: CommandContext): Promise<Check> {
  const { store } = context;
  const name = 'configuration';
  const before = await loadFileSystem()
    .stat(store.path)
    .catch(() => undefined);
  if (before === undefined) return { name, status: 'ok', detail: `${store.path} does not exist yet; auth login creates it` };
  const exposed = context.io.platform !== 'win32' && (before.mode & 0o077) !== 0;
  const config = await context.config();
  const summary = `${config.credentials.size} logins, ${config.profiles.size} profiles`;
  if (exposed)
    return {
      name,
      status: 'warning',
      detail: `${store.path} was readable by others; its permissions were corrected`,
      remedy: 'If this machine has other users, sign in again.',
    };
  return { name, status: 'ok', detail: `${store.path}: ${summary}` };
}
