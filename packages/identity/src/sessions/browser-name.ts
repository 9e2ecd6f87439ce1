import { shownText } from '../text/shown-text.ts';

// The order matters: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari.
const BROWSERS = [
  [/\bFirefox\//, 'Firefox'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bCriOS\/|\b(?:Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Returns a readable name of the browser of a `User-Agent` header, for the list of sessions: `Firefox on Linux`. */
export function browserName(agent: string | null): string {
  const text = agent ?? '';
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1];
  if (browser === undefined) return shownText(text, 100) ?? 'Unknown';
  return system === undefined ? browser : `${browser} on ${system}`;
}
