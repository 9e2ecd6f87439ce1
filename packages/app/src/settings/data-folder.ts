import { prefixOf } from './environment.ts';
import { readVariables } from './variables.ts';

/** The folder that an application writes to by default. */
export const DATA_DIRECTORY = './data';

/** Returns the folder that an application writes to: its keys, and its database and files unless they are elsewhere. */
export function dataFolder({ dataDirectory }: { readonly dataDirectory?: string | undefined }): string {
  return dataDirectory ?? DATA_DIRECTORY;
}

/** Returns the same folder before the settings are read, which creates the secret in it. */
export function configuredDataFolder(application: { readonly slug: string }, environment: NodeJS.Dict<string> = process.env): string {
  const name = `${prefixOf(application)}DATA`;
  return readVariables(prefixOf(application), [name], environment).values[name] || DATA_DIRECTORY;
}
