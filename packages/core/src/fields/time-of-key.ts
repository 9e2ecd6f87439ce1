/** Returns when a key was created, in milliseconds since 1970, if it is one of `newKey`; NaN for most others. */
export function timeOfKey(key: string): number {
  return Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16);
}

/** Returns the lowest key for a time, in milliseconds since 1970. */
export function keyAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
