import { createHash } from 'node:crypto';
import { say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';
import type { Config } from '../settings/config.ts';
import { prefixOf } from '../settings/environment.ts';
import { readVariables } from '../settings/variables.ts';

/** Names of settings whose values are never shown. */
const SECRET = /SECRET|TOKEN|PASSWORD|(?:^|_)(?:KEY|SIGNING_KEY)$|_KEY$/;

/** `config check`: reads the settings as the server does. */
export const configCheck: Command = {
  name: 'config check',
  summary: 'Check the settings, and name each that is weak for a public server.',
  async run(_input, { application, loadConfig, stdout }) {
    const config = loadConfig();
    say(stdout, `The settings of ${application.name} are valid.`);
    for (const line of weaknesses(config)) say(stdout, `WEAK  ${line}`);
    return 0;
  },
};

/** What works, but should not be so on a public server. */
function weaknesses({ baseUrl, host, trustProxy, databaseUrl, backup }: Config): readonly string[] {
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  return [
    ...(isLocal ? [`BASE_URL is ${baseUrl}: links in mails and feeds lead to this machine alone`] : []),
    ...(protocol === 'http:' && !isLocal ? ['BASE_URL begins with http: cookies and forms can be read on the way; use https'] : []),
    ...(host !== '127.0.0.1' && host !== 'localhost' && host !== '::1' && !trustProxy
      ? [`HOST is ${host} without TRUST_PROXY: behind a proxy all readers seem to come from its address`]
      : []),
    ...(backup?.to === undefined && !databaseUrl.includes(':memory:') ? ['BACKUP_TO is not set: no backup is made by itself'] : []),
  ];
}

/** `config print`: what is in force, and where it comes from. */
export const configPrint: Command = {
  name: 'config print',
  summary: 'Print each setting that is set and where it comes from, secrets as the beginning of their SHA-256.',
  options: { json: { about: 'as JSON' } },
  async run(input, { application, settings = [], stdout }) {
    const { values, sources } = readVariables(prefixOf(application), settings, process.env);
    const rows = [...settings]
      .toSorted((one, other) => (one < other ? -1 : 1))
      .flatMap((name) => {
        const value = values[name];
        return value === undefined || value === '' ? [] : [{ name, value: shown(name, value), source: sources.get(name) ?? 'environment' }];
      });
    if (input.option('json') !== undefined) say(stdout, JSON.stringify(rows, undefined, 2));
    else for (const { name, value, source } of rows) say(stdout, `${name}=${value}  (${source})`);
    return 0;
  },
};

function shown(name: string, value: string): string {
  if (!SECRET.test(name) && !hasCredentials(value)) return value;
  return `set (${createHash('sha256').update(value).digest('hex').slice(0, 8)})`;
}

function hasCredentials(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { password, search } = new URL(value);
  return password !== '' || /password|secret|token|key/i.test(search);
}
