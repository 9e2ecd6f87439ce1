/** Something to wait at until it is opened; opened while nobody waits, it lets the next one through at once. */
export class Latch {
  #isOpen = false;
  #pass: (() => void) | undefined;

  open(): void {
    this.#isOpen = true;
    this.#pass?.();
  }

  /** Waits until it is opened, or for so many milliseconds, and closes it behind itself. @returns whether it was opened */
  async wait(milliseconds: number): Promise<boolean> {
    if (!this.#isOpen) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds).unref();
        this.#pass = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#pass = undefined;
    }
    const opened = this.#isOpen;
    this.#isOpen = false;
    return opened;
  }
}
