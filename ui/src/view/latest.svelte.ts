/**
 * A value that is asked for again and again. One request runs at a time and only the newest
 * waits; what was there stays until its successor has arrived.
 */
import { failureOf } from "../backend/backend";
import type { Failure } from "../backend/types";

export class Latest<T> {
  value = $state.raw<T | null>(null);
  failure = $state.raw<Failure | null>(null);
  loading = $state(false);
  #next: (() => Promise<T>) | null = null;
  #busy = false;
  #cleared = 0;

  ask(request: () => Promise<T>): void {
    this.#next = request;
    if (!this.#busy) void this.#run();
  }

  clear(): void {
    this.#next = null;
    this.#cleared++;
    this.value = null;
    this.failure = null;
  }

  async #run(): Promise<void> {
    this.#busy = true;
    this.loading = true;
    while (this.#next) {
      const request = this.#next;
      this.#next = null;
      const cleared = this.#cleared;
      let value: T | null = null;
      let failure: Failure | null = null;
      try {
        value = await request();
      } catch (thrown) {
        failure = failureOf(thrown);
      }
      // Cleared meanwhile: nobody asks this any more.
      if (cleared !== this.#cleared) continue;
      if (failure === null) this.value = value;
      this.failure = failure;
    }
    this.#busy = false;
    this.loading = false;
  }
}
