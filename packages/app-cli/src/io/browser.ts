import { loadChildProcess } from './builtin.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns whether the user would see a browser opened from here: not over SSH, not in CI, and on Linux only with a display, or
 * with `BROWSER` set.
 */
export function canShowBrowser(env: Environment, platform: NodeJS.Platform): boolean {
  if (isSet(env['SSH_CONNECTION']) || isSet(env['SSH_TTY']) || isSet(env['SSH_CLIENT']) || isSet(env['CI'])) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return isSet(env['BROWSER']) || isSet(env['DISPLAY']) || isSet(env['WAYLAND_DISPLAY']);
}

/**
 * Returns the program and arguments that open a URL. The URL is always a separate argument and no shell is involved, so nothing
 * in it is interpreted as a command.
 */
export function browserCommand(url: URL, env: Environment, platform: NodeJS.Platform): readonly [program: string, ...args: string[]] {
  const [program, ...args] = (env['BROWSER'] ?? '').trim().split(/\s+/);
  if (program !== undefined && program !== '') return [program, ...args, url.href];
  if (platform === 'darwin') return ['open', url.href];
  // Not explorer.exe, which drops the query.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url.href];
  return ['xdg-open', url.href];
}

/** Opens a URL, and returns whether a program was started. */
export function openBrowser(url: URL, env: Environment, platform: NodeJS.Platform): Promise<boolean> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return Promise.resolve(false);
  const [program, ...args] = browserCommand(url, env, platform);
  return new Promise((resolve) => {
    const child = loadChildProcess().spawn(program, args, { stdio: 'ignore', detached: true, shell: false });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
