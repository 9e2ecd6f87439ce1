/** How much of a vendor's own sentence is kept. */
const MAX_MESSAGE = 300;
const WINDOW = 20;

/**
 * Makes a vendor's error sentence safe to log.
 *
 * Vendors echo what they were sent. Known secrets and anything shaped like a key are blanked, and a
 * sentence that quotes the caller's own text is dropped whole.
 *
 * @returns the sentence, or `undefined` when nothing of it can be kept.
 */
export function redactMessage(message: string, secrets: readonly string[], texts: readonly string[]): string | undefined {
  let safe = message.slice(0, MAX_MESSAGE);
  if (quotes(safe, texts)) return undefined;
  safe = redactSecrets(safe, secrets);
  return safe.trim() === '' ? undefined : safe;
}

/** Blanks the known secrets in a text, and whatever is shaped like one. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) if (secret.length >= 4) safe = safe.replaceAll(secret, '…');
  return safe.replace(/\b(?:(?:sk|pk|hf|gsk)[-_]|AKIA|AIza|Bearer )[\w*.-]{8,}/g, '…');
}

function quotes(message: string, texts: readonly string[]): boolean {
  for (const whole of texts) {
    const text = whole.slice(0, 200_000);
    if (text.length >= 4 && text.length < WINDOW && message.includes(text)) return true;
    for (let start = 0; start + WINDOW <= message.length; start += 1) {
      if (text.includes(message.slice(start, start + WINDOW))) return true;
    }
  }
  return false;
}
