import { ColophonError } from '@colophon/core';

/** No passkey of anybody here signed this challenge, or not in the way it has to be: which of these is not said. Answers 401. */
export class WrongPasskeyError extends ColophonError {
  constructor(cause?: unknown) {
    super(401, 'wrong_passkey', 'This passkey does not let anybody in here.', {
      hint: 'Try again, or use another way to sign in.',
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

/** The passkey is right, and has been used less often than before: there may be a copy of it. Answers 401. */
export class PasskeyCounterError extends ColophonError {
  constructor() {
    super(401, 'passkey_counter', 'This passkey was refused: its counter has gone back, as that of a copy does.', {
      hint: 'Use another way to sign in, remove the passkey from your account, and add it again.',
    });
  }
}
