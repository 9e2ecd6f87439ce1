import { ColophonError } from '@colophon/core';

/** No known passkey signed this challenge, or not validly; the message does not tell which. Responds with 401. */
export class WrongPasskeyError extends ColophonError {
  constructor(cause?: unknown) {
    super(401, 'wrong_passkey', 'This passkey is not valid here.', {
      hint: 'Try again, or use another way to sign in.',
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

/** The signature is valid, but the counter is lower than before: there may be a copy of the passkey. Responds with 401. */
export class PasskeyCounterError extends ColophonError {
  constructor() {
    super(401, 'passkey_counter', 'This passkey was rejected: its counter has decreased, which indicates a copy.', {
      hint: 'Use another way to sign in, remove the passkey from your account, and add it again.',
    });
  }
}
