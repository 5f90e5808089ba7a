// Builds the window's page into dist/, which the shell embeds. Tests run in jsdom.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // WebKitGTK 2.50 on Linux, WKWebView on macOS, WebView2 on Windows.
  build: {
    target: ["es2022", "safari16.4"],
    outDir: "dist",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  clearScreen: false,
  server: { port: 1420, strictPort: true },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts"],
    // Whole views and axe take seconds on a busy machine.
    testTimeout: 60_000,
    setupFiles: ["src/testing/setup.ts"],
  },
});
