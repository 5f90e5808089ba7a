/** A window over the fake backend, for component tests. */
import { render } from "@testing-library/svelte";
import { tick } from "svelte";

import App from "../App.svelte";
import { FakeBackend } from "../backend/fake/fake";
import { Preferences } from "../view/preferences.svelte";

export interface Opened {
  fake: FakeBackend;
  preferences: Preferences;
  stop: () => void;
}

/** Opens the window at a hash and waits until what it asked for has arrived. */
export async function openWindow(hash = "", fake: FakeBackend = new FakeBackend()): Promise<Opened> {
  history.replaceState(null, "", hash === "" ? "/" : `/${hash}`);
  // As index.html has them.
  document.documentElement.lang = "en";
  document.title = "MemStrata";
  const preferences = new Preferences();
  const stop = preferences.start(document.documentElement);
  render(App, { props: { backend: fake, preferences } });
  await until(() => document.querySelector(SETTLED) !== null);
  if (document.querySelector("canvas")) {
    await until(() => document.documentElement.dataset.firstLanesMs !== undefined);
  }
  await rest();
  return { fake, preferences, stop };
}

/** What shows once the ledger has answered: lanes, a message, Ask or Review. */
const SETTLED =
  '[data-testid="lane-row"], [data-testid="message"], [data-testid="ask"], [data-testid="review"], [data-testid="settings"]';

async function until(there: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !there(); i++) await rest(10);
}

/** Until frames, promises and effects have come to rest. */
export async function rest(ms = 60): Promise<void> {
  await tick();
  await new Promise((resolve) => setTimeout(resolve, ms));
  await tick();
}

export const byTest = (id: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
  if (!element) throw new Error(`nothing on the page is called ${id}`);
  return element;
};
export const allByTest = (id: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`),
];
export const lane = (key: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(`[data-testid="lane-row"][data-key="${key}"]`);
  if (!element) throw new Error(`no lane ${key} on the page`);
  return element;
};
export const valueOf = (key: string): string =>
  lane(key).querySelector('[data-testid="lane-value"]')?.textContent?.trim() ?? "";

export function press(key: string, code: string, more: KeyboardEventInit = {}): void {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true, ...more }));
}

export async function type(element: HTMLElement, text: string): Promise<void> {
  const input = element as HTMLInputElement;
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await tick();
}
