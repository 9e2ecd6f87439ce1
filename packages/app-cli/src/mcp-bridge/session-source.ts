import { CommandContext } from '../context/command-context.ts';
import type { Session } from '../login/session.ts';

/** How long a session is used before the configuration and the issuer are checked again. */
const REUSE_MILLISECONDS = 60_000;

/**
 * Provides the session of a long-running process: a new login is picked up, and a rejected token is not used again, without restarting the
 * bridge.
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

  /** Discards the session, so that everything is checked again next time. */
  forget(): void {
    this.#current = undefined;
  }
}
