import packageJson from '../../package.json' with { type: 'json' };
import type { AppDefinition } from './app-definition.ts';

/** The version of this package. */
export const PACKAGE_VERSION: string = packageJson.version;

/** Returns the output of `--version`: the application's version if it has one, and this package's. */
export function versionLine(app: Pick<AppDefinition, 'name' | 'version'>): string {
  const own = `@colophon/app-cli ${PACKAGE_VERSION}`;
  return app.version === undefined ? `${app.name} (${own})` : `${app.name} ${app.version} (${own})`;
}
