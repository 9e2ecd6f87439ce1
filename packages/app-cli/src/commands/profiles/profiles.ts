import { isLoopbackHost } from '../../io/loopback.ts';
import { parseServerUrl, requireSecure } from '../../config/server-url.ts';
import { UsageError } from '../../errors/errors.ts';
import { parseBuiltinArguments } from '../../flags/builtin-flags.ts';
import { didYouMean } from '../../flags/suggest.ts';
import { writeResult } from '../../output/write-result.ts';
import type { CommandContext } from '../../context/command-context.ts';

const COMMANDS = ['list', 'add', 'use', 'remove'];

/** Manages named servers: `profiles list`, `profiles add <name> <url>`, `profiles use <name>`, `profiles remove <name>`. */
export async function runProfiles(context: CommandContext, words: readonly string[]): Promise<void> {
  const { positionals } = parseBuiltinArguments(words);
  const [command = 'list', name, url, ...more] = positionals;
  const takes = command === 'add' ? 2 : command === 'list' ? 0 : 1;
  const argumentCount = positionals.length - 1;
  if (!COMMANDS.includes(command)) {
    throw new UsageError(`profiles has no command ${JSON.stringify(command)}`, {
      hint: didYouMean(command, COMMANDS) ?? `It has ${COMMANDS.join(', ')}.`,
    });
  }
  if (more.length > 0 || (positionals.length > 0 && argumentCount !== takes)) {
    throw new UsageError(`profiles ${command} takes ${takes === 0 ? 'nothing' : takes === 1 ? 'a name' : 'a name and a URL'}`);
  }
  if (command === 'list') return listProfiles(context);
  if (command === 'add') return addProfile(context, name ?? '', url ?? '');
  return command === 'use' ? useProfile(context, name ?? '') : removeProfile(context, name ?? '');
}

async function listProfiles(context: CommandContext): Promise<void> {
  const config = await context.config();
  const value = Array.from(config.profiles, ([name, { serverUrl }]) => ({
    name,
    serverUrl,
    current: name === config.current,
    signedIn: config.credentials.has(serverUrl),
  }));
  await writeResult(context, { value });
}

async function addProfile(context: CommandContext, name: string, url: string): Promise<void> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name))
    throw new UsageError('The name of a profile can contain letters, digits, dots, hyphens and underscores');
  const serverUrl = parseServerUrl(url, 'The URL');
  if (context.app.requireSecureServerUrl) requireSecure(serverUrl, 'The URL');
  const { protocol, hostname } = new URL(serverUrl);
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    context.notice(`${serverUrl} is plain http: anyone on the network can read the requests, including the token`);
  await context.store.update((config) => ({ ...config, profiles: new Map([...config.profiles, [name, { serverUrl }]]) }));
  context.notice(
    `The profile ${name} is ${serverUrl}. Use it with --profile ${name}, or permanently with: ${context.commandLine(`profiles use ${name}`)}`,
  );
}

async function useProfile(context: CommandContext, name: string): Promise<void> {
  await checkKnown(context, name);
  await context.store.update((config) => ({ ...config, current: name }));
  context.notice(`Commands now use the profile ${name}`);
}

async function removeProfile(context: CommandContext, name: string): Promise<void> {
  await checkKnown(context, name);
  await context.store.update(({ current, ...config }) => {
    const profiles = new Map(config.profiles);
    profiles.delete(name);
    return { ...config, profiles, ...(current !== undefined && current !== name && { current }) };
  });
  context.notice(`The profile ${name} was removed; a login to its server is kept until auth logout`);
}

async function checkKnown(context: CommandContext, name: string): Promise<void> {
  const { profiles } = await context.config();
  if (profiles.has(name)) return;
  throw new UsageError(`There is no profile ${JSON.stringify(name)}`, {
    hint: didYouMean(name, profiles.keys()) ?? 'profiles list shows all profiles.',
  });
}
