import { describe, expect, it } from "vitest";

import { BackendError } from "../backend/backend";
import { Latest } from "./latest.svelte";

function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("the latest of many requests", () => {
  it("runs one at a time and skips those in between", async () => {
    const latest = new Latest<number>();
    const asked: number[] = [];
    const first = deferred<number>();
    latest.ask(() => (asked.push(1), first.promise));
    latest.ask(() => (asked.push(2), Promise.resolve(2)));
    latest.ask(() => (asked.push(3), Promise.resolve(3)));
    expect(asked).toEqual([1]);
    first.resolve(1);
    await settle();
    expect(asked).toEqual([1, 3]);
    expect(latest.value).toBe(3);
    expect(latest.loading).toBe(false);
  });

  it("keeps the old value until the new one is there, and over a failure", async () => {
    const latest = new Latest<number>();
    latest.ask(() => Promise.resolve(1));
    await settle();
    const second = deferred<number>();
    latest.ask(() => second.promise);
    expect(latest.value).toBe(1);
    second.reject(new BackendError({ code: "gone", message: "gone", hint: null }));
    await settle();
    expect(latest.value).toBe(1);
    expect(latest.failure?.code).toBe("gone");
  });

  it("drops what arrives after it was cleared", async () => {
    const latest = new Latest<number>();
    const first = deferred<number>();
    latest.ask(() => first.promise);
    latest.clear();
    first.resolve(1);
    await settle();
    expect(latest.value).toBeNull();
  });
});
