import packageJson from '../package.json' with { type: 'json' };

/** The version of this package. */
export const PACKAGE_VERSION: string = packageJson.version;
