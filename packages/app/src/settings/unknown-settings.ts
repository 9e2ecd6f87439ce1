import { nearest } from '@colophon/base';
import { prefixOf } from './environment.ts';

/** Variables of the application CLI, which shares the prefix and possibly the terminal. */
const OF_THE_CLI = ['SERVER_URL', 'TOKEN', 'CLI_CONFIG', 'CA_CERT'];

/** Variables that Kubernetes and Docker set for a service that is called like the application. */
const OF_THE_PLATFORM = /^(?:SERVICE_(?:HOST|PORT)(?:_\w+)?|PORT(?:_\d+_\w+)?|NAME|ENV_\w+)$/;

/** Returns a line for each variable that looks like a setting of the application but is none, with the most similar setting. */
export function unknownSettings(
  application: { readonly slug: string; readonly name: string },
  settings: readonly string[],
  environment: NodeJS.Dict<string>,
): string[] {
  const prefix = prefixOf(application);
  const isKnown = (name: string): boolean =>
    name === `${prefix}CONFIG` || settings.includes(name) || (name.endsWith('_FILE') && settings.includes(name.slice(0, -'_FILE'.length)));
  return Object.keys(environment)
    .filter((name) => {
      const rest = name.slice(prefix.length);
      return name.startsWith(prefix) && !isKnown(name) && !OF_THE_CLI.includes(rest) && !OF_THE_PLATFORM.test(rest);
    })
    .map((name) => {
      const suggestion = nearest(name, settings) ?? settings.find((each) => name === `${prefix}${each}`);
      return `${name} is not a setting of ${application.name} and is not used.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`;
    });
}
