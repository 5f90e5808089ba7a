/** Which backend a page talks to: the shell's where there is one, else the fake. */
import type { Backend } from "./backend";

export async function chooseBackend(search: string): Promise<Backend> {
  const fake = new URLSearchParams(search).get("fake");
  if (fake === null && "__TAURI_INTERNALS__" in window) {
    return (await import("./tauri")).tauriBackend;
  }
  const { FakeBackend } = await import("./fake/fake");
  return FakeBackend.named(fake ?? "1");
}
