import packageJson from '../package.json' with { type: 'json' };
import type { AppDefinition } from './app-definition.ts';

/** The version of this package. */
export const PACKAGE_VERSION: string = packageJson.version;

/** What `--version` prints: the application's version where it has one, and this package's. */
export function versionLine(app: Pick<AppDefinition, 'name' | 'version'>): string {
  const own = `@colophon/app-cli ${PACKAGE_VERSION}`;
  return app.version === undefined ? `${app.name} (${own})` : `${app.name} ${app.version} (${own})`;
}
