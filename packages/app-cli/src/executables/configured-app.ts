import { UsageError } from '../errors/errors.ts';
import { createAppCli } from '../cli/create-app-cli.ts';
import type { Io } from '../io/io.ts';

/**
 * The CLI of any application, configured only by the environment: `COLOPHON_APP_NAME`, `COLOPHON_APP_ENV_PREFIX`,
 * `COLOPHON_APP_CONFIG_DIR`, `COLOPHON_APP_DEFAULT_SERVER_URL`. It always requires a secure server URL. None of these is a secret;
 * credentials come from the usual sources.
 *
 * @returns the exit code
 */
export async function runConfiguredApp(argv: readonly string[], io: Partial<Io> = {}): Promise<number> {
  const env = io.env ?? process.env;
  const setting = (name: string): string | undefined => {
    const value = env[`COLOPHON_APP_${name}`]?.trim();
    return value === undefined || value === '' ? undefined : value;
  };
  const envPrefix = setting('ENV_PREFIX');
  const configDir = setting('CONFIG_DIR');
  const defaultServerUrl = setting('DEFAULT_SERVER_URL');
  try {
    const name = setting('NAME') ?? (argv[0] === '--version' ? 'colophon-app' : undefined);
    if (name === undefined) {
      throw new UsageError('COLOPHON_APP_NAME is not set, so it is unknown which application to use', {
        hint: 'Set it to the name of the application, and COLOPHON_APP_DEFAULT_SERVER_URL to its address.',
      });
    }
    const app = createAppCli(
      {
        name,
        requireSecureServerUrl: true,
        ...(envPrefix !== undefined && { envPrefix }),
        ...(configDir !== undefined && { configDir }),
        ...(defaultServerUrl !== undefined && { defaultServerUrl }),
      },
      io,
    );
    return await app.run(argv);
  } catch (error) {
    const { createProcessIo, runSafely } = await import('../cli/run.ts');
    return runSafely(createProcessIo(io), argv, () => Promise.reject(error as Error));
  }
}
