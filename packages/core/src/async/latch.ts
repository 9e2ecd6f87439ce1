/** A latch to wait for; if opened while nobody waits, it lets the next waiter through immediately. */
export class Latch {
  #isOpen = false;
  #pass: (() => void) | undefined;

  open(): void {
    this.#isOpen = true;
    this.#pass?.();
  }

  /** Waits until the latch is opened, or until the time is over if there is one, and closes it again. @returns whether it was opened */
  async wait(milliseconds?: number): Promise<boolean> {
    if (!this.#isOpen) {
      await new Promise<void>((resolve) => {
        const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds).unref();
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
