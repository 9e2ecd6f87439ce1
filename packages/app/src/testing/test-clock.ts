/** A clock that stands until it is moved. */
export class TestClock {
  #now = new Date();

  /** The time that requests are answered at. */
  readonly now = (): Date => new Date(this.#now);

  set(time: Date): void {
    this.#now = new Date(time);
  }

  /** Moves it on by milliseconds. */
  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}
