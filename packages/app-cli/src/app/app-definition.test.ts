import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPath, defineApp, type AppCliOptions } from './app-definition.ts';
import { UsageError } from '../errors/errors.ts';

describe('an application', () => {
  it('derives its prefix and its config folder from its name', () => {
    expect(defineApp({ name: 'My Newsroom 2' })).toMatchObject({
      envPrefix: 'MY_NEWSROOM_2',
      configDirectory: 'my newsroom 2',
      requireSecureServerUrl: false,
    });
    expect(defineApp({ name: 'Newsroom' })).toMatchObject({
      envPrefix: 'NEWSROOM',
      configDirectory: 'newsroom',
      toolsPath: '/api/mcp/tools',
      callPath: '/api/mcp/call',
    });
  });

  it('can set both explicitly', () => {
    expect(defineApp({ name: 'Редакция', envPrefix: 'DESK', configDir: 'desk' })).toMatchObject({
      envPrefix: 'DESK',
      configDirectory: 'desk',
    });
  });

  it.each<[Partial<AppCliOptions>, string]>([
    [{ name: ' ' }, 'name must not be empty'],
    [{ name: 'Редакция' }, 'is not an environment prefix'],
    [{ name: '2news' }, 'is not an environment prefix'],
    [{ envPrefix: 'news' }, 'envPrefix "news" is not an environment prefix'],
    [{ envPrefix: '' }, 'is not an environment prefix'],
    [{ configDir: '..' }, 'configDir must be the name of one folder'],
    [{ name: 'a/b' }, 'name must be the name of one folder'],
    [{ toolsPath: '' }, 'toolsPath must be a path on the server'],
    [{ callPath: 'https://evil.example/' }, 'callPath must be a path on the server'],
    [{ mcpPath: '/a/../b' }, 'mcpPath must be a path on the server'],
    [{ extraCommands: [{ name: 'two words', description: '', run: () => undefined }] }, 'cannot be typed as a command'],
    [{ extraCommands: [{ name: '--flag', description: '', run: () => undefined }] }, 'cannot be typed as a command'],
    [
      {
        extraCommands: [
          { name: 'x', description: '', run: () => undefined },
          { name: 'x', description: '', run: () => undefined },
        ],
      },
      'x is defined twice',
    ],
  ])('with %o is rejected', (options, message) => {
    expect(() => defineApp({ name: 'Newsroom', ...options })).toThrow(UsageError);
    expect(() => defineApp({ name: 'Newsroom', ...options })).toThrow(message);
  });

  it.each(['', ' ', '.', '..', 'a/b', 'a\\b', 'C:x', 'a\u0000b'])('rejects the folder name %j', (configDir) => {
    expect(() => defineApp({ name: 'Newsroom', configDir })).toThrow('configDir must be the name of one folder');
  });
});

it('a path on the server never leads to another host', () => {
  const parts = fc.array(fc.constantFrom('/', '//', '..', '.', '\\', '%2e', 'a', '?', '#', '@', ':', 'evil.example', '\t', '\n'), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      parts.map((words) => words.join('')),
      (path) => {
        try {
          checkPath(path, 'path');
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
          return;
        }
        const url = new URL(path, 'https://news.example');
        expect(url.href).toBe(`https://news.example${path}`);
      },
    ),
  );
});
