import { setTimeout as pause } from 'node:timers/promises';
import { CommandUsageError, say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';

const ANSWER_MS = 5000;
const AGAIN_MS = 250;
/** Addresses on which a server listens for all others. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** `health`: asks the server of these settings whether it is ready, for container engines and service managers. */
export const health: Command = {
  name: 'health',
  summary: 'Ask the running server whether it is ready; exit 1 if it is not.',
  options: { wait: { value: 'seconds', about: 'how long to wait until it is; default: 0' } },
  async run(input, { loadConfig, stdout, stderr }) {
    const wait = input.option('wait') ?? '0';
    if (!/^\d{1,4}$/.test(wait)) throw new CommandUsageError('--wait must be a number of seconds, such as 60.');
    const { host, port } = loadConfig();
    const address = `http://${EVERY_ADDRESS[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}/readyz`;
    const until = performance.now() + Number(wait) * 1000;
    for (;;) {
      const answer = await ask(address);
      if (answer.isReady) {
        say(stdout, 'ready');
        return 0;
      }
      if (performance.now() >= until) {
        say(stderr, answer.why);
        return 1;
      }
      await pause(AGAIN_MS);
    }
  },
};

async function ask(address: string): Promise<{ readonly isReady: boolean; readonly why: string }> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS), headers: { Connection: 'close' } });
    const body = (await response.text()).slice(0, 500);
    return { isReady: response.ok, why: `not ready: ${response.status} ${body}` };
  } catch (error) {
    const { message, cause } = error as Error;
    return { isReady: false, why: `not ready: ${address} does not answer (${cause instanceof Error ? cause.message : message})` };
  }
}
