import { CommandContext } from '../context/command-context.ts';
import type { Session } from '../login/session.ts';

/** How long a session is used before the configuration and the issuer are looked at again. */
const REUSE_MILLISECONDS = 60_000;

/**
 * Hands out the session of a process that lives for days: a login made meanwhile is picked up, and a token that was refused is not
 * used again, without restarting the bridge.
 */
export class SessionSource {
  readonly #context: CommandContext;
  #current: { readonly session: Promise<Session>; readonly until: number } | undefined;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  session(): Promise<Session> {
    const now = this.#context.io.clock.monotonic();
    if (this.#current === undefined || now >= this.#current.until) {
      const { app, io, flags, signal } = this.#context;
      this.#current = { session: new CommandContext(app, io, flags, signal).session(), until: now + REUSE_MILLISECONDS };
    }
    return this.#current.session;
  }

  /** Looks at everything again next time. */
  forget(): void {
    this.#current = undefined;
  }
}
