const WIDTH = 30;

/** A progress bar on a terminal; elsewhere nothing, so that logs stay lines. */
export function progressBar(
  stream: NodeJS.WritableStream & { isTTY?: boolean },
  label: string,
): { update: (done: number, total: number) => void; end: () => void } {
  if (!stream.isTTY) return { update: () => undefined, end: () => undefined };
  let lastPercent = -1;
  return {
    update(done, total) {
      const part = total === 0 ? 1 : done / total;
      const filled = Math.floor(part * WIDTH);
      const percent = Math.floor(part * 100);
      if (percent === lastPercent) return;
      lastPercent = percent;
      stream.write(`\r${label} [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done}/${total}`);
    },
    end() {
      stream.write('\r\u001b[K');
    },
  };
}
