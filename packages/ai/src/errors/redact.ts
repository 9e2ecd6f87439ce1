import { textToBase64, toBase64 } from '../bytes/base64.ts';

/** The number of characters of a vendor's message that are kept, and that are examined. */
const MAX_MESSAGE = 300;
const MAX_READ = 20_000;
const WINDOW = 20;
/** The number of consecutive characters of a secret, in any form, that are blanked. */
const SECRET_WINDOW = 12;
/** The length of the part of a caller's text that is searched for short matches. */
const MAX_CLOSELY_READ = 200_000;
/** The length of the part of a secret that is searched for in parts. */
const MAX_SECRET = 8000;

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

/**
 * Blanks known secrets in a text, and anything shaped like one: a whole secret of 4 characters or more, and any 12 consecutive characters
 * of a longer one, in lower or upper case, with other characters in between, and in base64 or hexadecimal.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) if (secret.length >= 4) safe = safe.replaceAll(secret, '…');
  return blankParts(safe, secrets)
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
  if (basic !== undefined) add(textToBase64(`${basic.user}:${basic.password}`));
  // Longest first, so that no replacement leaves the rest of a longer secret.
  return [...forms].toSorted((a, b) => b.length - a.length);
}

/** The parts of secrets that are looked for: as they are but for their case, and without anything but letters and digits. */
interface SecretParts {
  close: ReadonlySet<string>;
  loose: ReadonlySet<string>;
}

/** The list of a client's secrets stays the same object. */
const partsOf = new WeakMap<readonly string[], SecretParts>();

function readParts(secrets: readonly string[]): SecretParts {
  let parts = partsOf.get(secrets);
  if (parts === undefined) partsOf.set(secrets, (parts = makeParts(secrets)));
  return parts;
}

function makeParts(secrets: readonly string[]): SecretParts {
  const close = new Set<string>();
  const loose = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SECRET_WINDOW) continue;
    const own = secret.slice(0, MAX_SECRET);
    for (const form of [own, ...encodings(own)]) {
      addWindows(close, form.toLowerCase());
      addWindows(loose, withoutMarks(form).text);
    }
  }
  return { close, loose };
}

/** A secret in base64, at each of the three positions that it may have in a longer text, and in hexadecimal. */
function encodings(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const shifted = [0, 1, 2].map((shift) => {
    const padded = new Uint8Array(bytes.length + shift);
    padded.set(bytes, shift);
    // The digits at both ends depend on what stands beside the secret.
    const skipped = shift === 0 ? 0 : shift + 1;
    return toBase64(padded).replaceAll('=', '').slice(skipped, -1);
  });
  return [...shifted, Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')];
}

function addWindows(windows: Set<string>, text: string): void {
  for (let start = 0; start + SECRET_WINDOW <= text.length; start += 1) windows.add(text.slice(start, start + SECRET_WINDOW));
}

function blankParts(text: string, secrets: readonly string[]): string {
  const { close, loose } = readParts(secrets);
  if (close.size === 0) return text;
  const isSecret = new Uint8Array(text.length);
  const lower = text.toLowerCase();
  // A few letters have another length in lower case; then only the loose form is looked for.
  if (lower.length === text.length) {
    for (let start = 0; start + SECRET_WINDOW <= text.length; start += 1) {
      if (close.has(lower.slice(start, start + SECRET_WINDOW))) isSecret.fill(1, start, start + SECRET_WINDOW);
    }
  }
  const { text: bare, places } = withoutMarks(text);
  for (let start = 0; start + SECRET_WINDOW <= bare.length; start += 1) {
    if (!loose.has(bare.slice(start, start + SECRET_WINDOW))) continue;
    isSecret.fill(1, places[start] as number, (places[start + SECRET_WINDOW - 1] as number) + 1);
  }
  return blank(text, isSecret);
}

/** The letters and digits of a text, in lower case, and the place of each. */
function withoutMarks(text: string): { text: string; places: number[] } {
  const places: number[] = [];
  let bare = '';
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] as string;
    if (!/[a-z\d]/i.test(letter)) continue;
    bare += letter.toLowerCase();
    places.push(index);
  }
  return { text: bare, places };
}

function blank(text: string, isSecret: Uint8Array): string {
  let safe = '';
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (isSecret[index] === 0) continue;
    safe += text.slice(start, index);
    if (index === 0 || isSecret[index - 1] === 0) safe += '…';
    start = index + 1;
  }
  return start === 0 ? text : safe + text.slice(start);
}

/**
 * Whether a message contains 20 consecutive characters of a text; beyond the first part of a long text, 40. Case, white space and marks
 * are not compared, since vendors quote a text in other forms than they received it.
 */
function quotes(message: string, texts: readonly string[]): boolean {
  const plainMessage = plain(message);
  for (const text of texts) {
    if (text.length >= 4 && text.length < WINDOW && message.includes(text)) return true;
    if (quotesText(message, text) || quotesText(plainMessage, plain(text))) return true;
  }
  return false;
}

function quotesText(message: string, text: string): boolean {
  if (containsWindow(text.slice(0, MAX_CLOSELY_READ), message, 1)) return true;
  // Adjacent windows find any match that is twice as long, with a twentieth of the work.
  return text.length > MAX_CLOSELY_READ && containsWindow(text, message, WINDOW);
}

/** A text in lower case, with its letters and digits only. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function containsWindow(text: string, message: string, step: number): boolean {
  for (let start = 0; start + WINDOW <= message.length; start += step) {
    if (text.includes(message.slice(start, start + WINDOW))) return true;
  }
  return false;
}
