/** Whether the network of a story is still away: until the browser says that it is back. */
export function untilOnline(): () => boolean {
  let isDown = true;
  globalThis.addEventListener('online', () => (isDown = false), { once: true });
  return () => isDown;
}
