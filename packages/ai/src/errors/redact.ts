/** The number of characters of a vendor's message that are kept, and that are examined. */
const MAX_MESSAGE = 300;
const MAX_READ = 20_000;
const WINDOW = 20;
/** The length of the part of a caller's text that is searched for short matches. */
const MAX_CLOSELY_READ = 200_000;

/**
 * Makes a vendor's error message safe to log.
 *
 * Vendors echo their input. Known secrets and anything shaped like a key are blanked, and a message that quotes the caller's own text is
 * dropped.
 *
 * @returns the message, or `undefined` if none of it can be kept.
 */
export function redactMessage(message: string, secrets: readonly string[], texts: readonly string[]): string | undefined {
  // Redacted before truncation: half a secret would not be found.
  const safe = redactSecrets(message.slice(0, MAX_READ), secrets).slice(0, MAX_MESSAGE);
  if (quotes(safe, texts) || safe.trim() === '') return undefined;
  return safe;
}

/** Blanks known secrets in a text, and anything shaped like one. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) if (secret.length >= 4) safe = safe.replaceAll(secret, '…');
  return safe
    .replace(/\b(?:Bearer|Basic)\s+[\w*.~+/=-]{8,}/gi, '…')
    .replace(/\b(?:(?:sk|pk|hf|gsk|xai|pplx)[-_]|AKIA|ASIA|AIza)[\w*.-]{8,}/g, '…');
}

/**
 * Lists a client's secrets in every form in which they may be echoed: as given, trimmed, as part of an address, and as the header of basic
 * authentication.
 */
export function secretForms(credentials: readonly (string | undefined)[], basic?: { user: string; password: string }): string[] {
  const forms = new Set<string>();
  const add = (text: string): void => {
    if (text.length >= 4) forms.add(text).add(encodeURIComponent(text));
  };
  for (const secret of credentials) {
    if (secret === undefined) continue;
    add(secret);
    add(secret.trim());
  }
  if (basic !== undefined) add(Buffer.from(`${basic.user}:${basic.password}`).toString('base64'));
  // Longest first, so that no replacement leaves the rest of a longer secret.
  return [...forms].toSorted((a, b) => b.length - a.length);
}

/** Whether a message contains 20 consecutive characters of a text; beyond the first part of a long text, 40. */
function quotes(message: string, texts: readonly string[]): boolean {
  for (const text of texts) {
    if (text.length >= 4 && text.length < WINDOW && message.includes(text)) return true;
    if (containsWindow(text.slice(0, MAX_CLOSELY_READ), message, 1)) return true;
    // Adjacent windows find any match that is twice as long, with a twentieth of the work.
    if (text.length > MAX_CLOSELY_READ && containsWindow(text, message, WINDOW)) return true;
  }
  return false;
}

function containsWindow(text: string, message: string, step: number): boolean {
  for (let start = 0; start + WINDOW <= message.length; start += step) {
    if (text.includes(message.slice(start, start + WINDOW))) return true;
  }
  return false;
}
