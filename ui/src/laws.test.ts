import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

const ROOT = join(process.cwd(), "src");
const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((f) =>
  /\.(ts|svelte|css)$/.test(f),
);
const text = (file: string) => readFileSync(join(ROOT, file), "utf8");
const where = (pattern: RegExp, among: string[] = files) =>
  among.filter((file) => file !== "laws.test.ts" && pattern.test(text(file)));

describe("the laws of this page", () => {
  it("was found at all", () => {
    expect(files.length).toBeGreaterThan(50);
  });

  it("talks to the shell in backend/ alone", () => {
    expect(where(/from "@tauri-apps|import\("@tauri-apps/).filter((f) => !f.startsWith("backend/"))).toEqual(
      [],
    );
  });

  it("never turns a text into markup", () => {
    expect(where(/\{@html|innerHTML|insertAdjacentHTML|outerHTML/)).toEqual([]);
  });

  it("fetches nothing from elsewhere", () => {
    expect(where(/url\(["']?(https?:)?\/\/|fetch\(|<script[^>]+src=/)).toEqual([]);
  });

  it("uses nothing that WebKitGTK 2.50 lacks", () => {
    const lacking = /scrollend|requestIdleCallback|scrollbar-color|field-sizing|\bTemporal\.|\bnavigation\./;
    expect(where(lacking)).toEqual([]);
  });

  it("takes its colours from the tokens", () => {
    const styles = files.filter((f) => f.startsWith("styles/") && f !== "styles/tokens.css");
    expect(where(/#[0-9a-f]{3,8}\b(?![^{]*\{)/i, styles)).toEqual([]);
  });

  it("keeps the fake out of the product's own code", () => {
    const own = files.filter(
      (f) => !f.startsWith("backend/") && !f.startsWith("testing/") && !f.endsWith(".test.ts"),
    );
    expect(where(/backend\/fake/, own)).toEqual([]);
  });

  it("keeps its files short", () => {
    // What is generated grows with the commands.
    const written = files.filter((f) => f !== "backend/bindings.ts");
    const long = written.filter((f) => /\.(ts|svelte)$/.test(f) && text(f).split("\n").length > 500);
    expect(long).toEqual([]);
  });
});
