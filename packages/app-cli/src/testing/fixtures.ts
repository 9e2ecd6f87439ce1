import { onTestFinished } from 'vitest';
import type { AppCliOptions } from '../app/app-definition.ts';
import { startFakeServer, type FakeServer } from './fake-server.ts';
import { TestCli } from './test-cli.ts';

/** A fake newsroom and a CLI for it; both are removed after the test. */
export interface Newsroom {
  readonly server: FakeServer;
  readonly cli: TestCli;
  /** Signs in, and clears the recorded requests. */
  readonly signIn: () => Promise<string>;
}

/** Starts a newsroom and a CLI with it as the default server. */
export async function openNewsroom(options: Partial<AppCliOptions> = {}): Promise<Newsroom> {
  const server = await startFakeServer();
  const cli = await TestCli.create({ defaultServerUrl: server.url, ...options });
  onTestFinished(() => server.close());
  onTestFinished(() => cli.remove());
  return {
    server,
    cli,
    signIn: async () => {
      server.grant.onPoll = () => server.grant.approve();
      const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
      if (code !== 0) throw new Error(stderr);
      server.seen.length = 0;
      const config = await cli.config();
      return (config['credentials'] as Record<string, { token: string }>)[server.url]!.token;
    },
  };
}
