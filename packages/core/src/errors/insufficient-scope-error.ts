import { ColophonError } from './colophon-error.ts';

/**
 * The person has not allowed their agent to do this. Answers 403 `insufficient_scope`, with every scope that the agent then needs in one
 * challenge (RFC 6750 §3.1): those it has are among them, so that it loses none by asking again.
 */
export class InsufficientScopeError extends ColophonError {
  /** Those that the call needs. */
  readonly needed: readonly string[];

  constructor(scopes: readonly string[], needed: readonly string[]) {
    const scope = scopes.join(' ');
    super(403, 'insufficient_scope', `The person has not allowed this agent to do this; it needs ${needed.join(' and ')}.`, {
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
      extensions: { scope },
      hint: 'Ask the person for it: connect again with these scopes.',
    });
    this.needed = needed;
  }
}
