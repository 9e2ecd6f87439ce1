import { describe, expect, it } from 'vitest';
import { findPaths } from './paths.ts';

const io = { env: {}, homeDirectory: '/home/ada', platform: 'linux' } as const;

describe('the location of files', () => {
  it('is ~/.config and ~/.cache', () => {
    expect(findPaths(io, 'NEWSROOM', 'newsroom')).toEqual({
      configFile: '/home/ada/.config/newsroom/config.json',
      ownsFolder: true,
      variable: 'NEWSROOM_CLI_CONFIG',
      cacheDirectory: '/home/ada/.cache/newsroom',
    });
  });

  it('is the same on macOS', () => {
    expect(findPaths({ ...io, platform: 'darwin' }, 'N', 'n').configFile).toBe('/home/ada/.config/n/config.json');
  });

  it('follows XDG, which ignores relative paths', () => {
    expect(findPaths({ ...io, env: { XDG_CONFIG_HOME: '/x', XDG_CACHE_HOME: 'relative' } }, 'N', 'n')).toMatchObject({
      configFile: '/x/n/config.json',
      cacheDirectory: '/home/ada/.cache/n',
    });
  });

  it('is set by <PREFIX>_CLI_CONFIG, with the cache next to it', () => {
    expect(findPaths({ ...io, env: { N_CLI_CONFIG: '/etc/n.json' } }, 'N', 'n')).toEqual({
      configFile: '/etc/n.json',
      ownsFolder: false,
      variable: 'N_CLI_CONFIG',
      cacheDirectory: '/etc/n.json.cache',
    });
    expect(() => findPaths({ ...io, env: { N_CLI_CONFIG: 'n.json' } }, 'N', 'n')).toThrow('N_CLI_CONFIG must be an absolute path');
  });

  it('is never a relative path, even without a home folder', () => {
    expect(() => findPaths({ ...io, homeDirectory: '' }, 'N', 'n')).toThrow('There is no home folder');
  });
});
