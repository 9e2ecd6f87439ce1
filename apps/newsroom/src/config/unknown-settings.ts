import { nearest } from '@colophon/base';
import { environmentSchema } from './environment.ts';

const PREFIX = 'NEWSROOM_';

/** Variables of the application CLI, which shares the prefix and possibly the terminal. */
const OF_THE_CLI = ['SERVER_URL', 'TOKEN', 'CLI_CONFIG', 'CA_CERT'].map((name) => `${PREFIX}${name}`);

/** Variables that Kubernetes and Docker set for a service called `newsroom`. */
const OF_THE_PLATFORM = /^NEWSROOM_(?:SERVICE_(?:HOST|PORT)(?:_\w+)?|PORT(?:_\d+_\w+)?|NAME|ENV_\w+)$/;

/** Returns a line for each variable that looks like a setting but is not, with the most similar setting. */
export function unknownSettings(environment: NodeJS.Dict<string>): string[] {
  const settings = Object.keys(environmentSchema.shape);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !settings.includes(name) && !OF_THE_CLI.includes(name) && !OF_THE_PLATFORM.test(name))
    .map((name) => {
      const suggestion = nearest(name, settings) ?? settings.find((each) => name === `${PREFIX}${each}`);
      return `${name} is not a setting of Newsroom and is not used.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`;
    });
}
