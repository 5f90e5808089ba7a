import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist", "node_modules", "src/backend/bindings.ts"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig },
    },
  },
  {
    rules: {
      "no-undef": "off",
      "svelte/no-at-html-tags": "error",
      // Maps and sets here are local to a derivation, or replaced whole.
      "svelte/prefer-svelte-reactivity": "off",
      "@typescript-eslint/no-explicit-any": "error",
      "no-restricted-imports": [
        "error",
        { patterns: [{ group: ["@tauri-apps/*"], message: "Only src/backend talks to the shell." }] },
      ],
    },
  },
  { files: ["src/backend/**"], rules: { "no-restricted-imports": "off" } },
  { files: ["*.js", "*.config.ts"], languageOptions: { globals: globals.node } },
);
