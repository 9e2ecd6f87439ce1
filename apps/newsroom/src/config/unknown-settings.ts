import { nearest } from '../commands/nearest.ts';
import { environmentSchema } from './environment.ts';

const PREFIX = 'NEWSROOM_';

/** Read by the application CLI, which shares the prefix and perhaps the terminal. */
const OF_THE_CLI = ['SERVER_URL', 'TOKEN', 'CLI_CONFIG', 'CA_CERT'].map((name) => `${PREFIX}${name}`);

/** What Kubernetes and Docker set by themselves where a service is called `newsroom`. */
const OF_THE_PLATFORM = /^NEWSROOM_(?:SERVICE_(?:HOST|PORT)(?:_\w+)?|PORT(?:_\d+_\w+)?|NAME|ENV_\w+)$/;

/** A line for each variable that looks like a setting and is none, with the nearest that is. */
export function unknownSettings(environment: NodeJS.Dict<string>): string[] {
  const known = Object.keys(environmentSchema.shape);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name) && !OF_THE_CLI.includes(name) && !OF_THE_PLATFORM.test(name))
    .map((name) => {
      const meant = nearest(name, known) ?? known.find((each) => name === `${PREFIX}${each}`);
      return `${name} is not a setting of Newsroom and is not used.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
    });
}
