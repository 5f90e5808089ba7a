/** Starts the window. */
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/popover.css";
import "./styles/timeline.css";
import "./styles/details.css";
import "./styles/ask.css";
import "./styles/review.css";
import "./styles/settings.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { chooseBackend } from "./backend/choose";
import { Preferences } from "./view/preferences.svelte";

const preferences = new Preferences();
// For looking at a theme in a browser without keeping it.
const theme = new URLSearchParams(location.search).get("theme");
if (theme === "dark" || theme === "light") preferences.theme = theme;
preferences.start(document.documentElement);

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
mount(App, { target, props: { backend: await chooseBackend(location.search), preferences } });
