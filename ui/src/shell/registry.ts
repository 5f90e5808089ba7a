/** The commands of the window, bound to the parts that carry them out. */
import type { ReviewModel } from "../review/model.svelte";
import type { TimelineModel } from "../timeline/model.svelte";
import { type Command, Registry } from "../view/commands";
import type { LaneHeight, Theme } from "../view/preferences.svelte";
import type { Layers } from "./layers.svelte";

export function windowCommands(
  model: TimelineModel,
  review: ReviewModel,
  layers: Layers,
  copyLink: () => void,
): Registry {
  const { view, preferences, session } = model;
  const onTimeline = () => view.page === "timeline" && session.info !== null;
  const selected = () => onTimeline() && view.key !== null;
  const focus = (id: string) => setTimeout(() => document.getElementById(id)?.focus(), 0);
  const command = (
    group: Command["group"],
    id: string,
    title: string,
    keys: string[],
    run: () => void,
    more: Partial<Command> = {},
  ): Command => ({ id, title, group, keys, run, palette: true, ...more });
  const move = { palette: false, when: onTimeline };
  const onItem = () => view.page === "review" && review.item !== null;

  return new Registry([
    // In the inbox the digits stand before the answers; elsewhere they stand for the views.
    ...Array.from({ length: 9 }, (_, place) =>
      command(
        "Review",
        `answer.${place + 1}`,
        "Choose an answer",
        [String(place + 1)],
        () => review.choose(place),
        {
          palette: false,
          when: onItem,
        },
      ),
    ),
    command("Views", "view.timeline", "Show the timeline", ["1"], () => view.show("timeline")),
    command("Views", "view.ask", "Show Ask", ["2"], () => view.show("ask")),
    command("Views", "view.review", "Show Review", ["3"], () => view.show("review")),
    command("Views", "view.settings", "Show Settings", ["4", "Ctrl+,"], () => view.show("settings")),
    command("Views", "ask.focus", "Ask a question, going on from the last", ["Ctrl+J"], () => {
      view.show("ask");
      focus("ask-input");
    }),
    command("Views", "ask.anew", "Ask anew", ["N"], () => {
      view.step({ page: "ask", question: "", after: [] });
      focus("ask-input");
    }),
    command("Views", "palette", "Search, ask or command", ["Ctrl+K"], () => layers.openPalette(""), {
      palette: false,
    }),
    command("Views", "lanes.table", "Lanes as a table, or back", ["T"], () => (model.table = !model.table), {
      when: onTimeline,
    }),

    command("Time", "now", "Return to now", ["0"], () => view.returnToNow(), { when: () => view.past }),
    command("Time", "asof.next", "AS OF to the next change", ["."], () => model.stepAsOf(false), {
      when: onTimeline,
    }),
    command("Time", "asof.previous", "AS OF to the previous change", [","], () => model.stepAsOf(true), {
      when: onTimeline,
    }),
    command("Time", "known.next", "AS KNOWN to the next commit", ["Shift+."], () => model.stepKnown(false)),
    command("Time", "known.previous", "AS KNOWN to the previous commit", ["Shift+,"], () =>
      model.stepKnown(true),
    ),
    command("Time", "asof.date", "AS OF a date…", ["G"], () => {
      layers.close();
      layers.asOf = true;
    }),
    command("Time", "known.date", "AS KNOWN a date…", ["Shift+G"], () => {
      layers.close();
      layers.asKnown = true;
    }),
    command("Time", "fit", "Fit the whole ledger", ["F"], () => model.fit(), { when: onTimeline }),
    command("Time", "pan.left", "Earlier", ["A"], () => model.pan(-0.15), move),
    command("Time", "pan.right", "Later", ["D"], () => model.pan(0.15), move),
    command("Time", "zoom.in", "Zoom in", ["W"], () => model.zoom(1.4), move),
    command("Time", "zoom.out", "Zoom out", ["S"], () => model.zoom(1 / 1.4), move),

    command("Lanes", "lane.down", "Next lane", ["ArrowDown"], () => model.moveRow(1), move),
    command("Lanes", "lane.up", "Previous lane", ["ArrowUp"], () => model.moveRow(-1), move),
    command(
      "Lanes",
      "bar.right",
      "Next bar, or open the group",
      ["ArrowRight"],
      () => model.moveBar(1),
      move,
    ),
    command(
      "Lanes",
      "bar.left",
      "Previous bar, or close the group",
      ["ArrowLeft"],
      () => model.moveBar(-1),
      move,
    ),
    command("Lanes", "lane.first", "First lane", ["Home"], () => model.moveToEnd(false), move),
    command("Lanes", "lane.last", "Last lane", ["End"], () => model.moveToEnd(true), move),
    command(
      "Lanes",
      "details",
      "Details of the selected bar",
      ["Enter"],
      () => {
        view.details = true;
        view.move({ tab: "fact" });
      },
      { palette: false, when: selected },
    ),
    command(
      "Lanes",
      "evidence",
      "Evidence of the selected bar",
      ["E"],
      () => {
        view.details = true;
        view.move({ tab: "evidence" });
      },
      { when: selected },
    ),
    command("Lanes", "filter", "Filter keys", ["/"], () => focus("lane-filter"), { when: onTimeline }),
    ...([22, 28, 36] as LaneHeight[]).map((height, i) =>
      command("Lanes", `lanes.${height}`, `Lanes: ${["compact", "normal", "roomy"][i]}`, [], () => {
        preferences.laneHeight = height;
      }),
    ),

    command("Review", "item.next", "Next item", ["J", "ArrowDown"], () => review.move(1), {
      palette: false,
      when: onItem,
    }),
    command("Review", "item.previous", "Previous item", ["K", "ArrowUp"], () => review.move(-1), {
      palette: false,
      when: onItem,
    }),
    command("Review", "item.later", "Later: on to the next item", ["L"], () => review.move(1), {
      when: onItem,
    }),
    command("Review", "item.decide", "Decide by the chosen answer", ["Enter"], () => void review.decide(), {
      once: true,
      when: onItem,
    }),
    command(
      "Review",
      "item.edit",
      "Give another value",
      ["E"],
      () => {
        if (review.chooseEdit()) focus("edit-object");
      },
      { when: () => onItem() && (review.item?.editable ?? false) },
    ),
    command("Review", "item.undo", "Take back the last decision", ["Z"], () => void review.undo(), {
      once: true,
      when: () => view.page === "review" && review.last !== null,
    }),
    command(
      "Review",
      "look.over",
      "Look everything over for what should be decided on",
      [],
      () => {
        view.show("review");
        void review.lookOver();
      },
      { when: () => session.info !== null && review.pass === null },
    ),

    command("Window", "details.toggle", "Show or hide Details", ["]"], () => (view.details = !view.details), {
      when: onTimeline,
    }),
    command("Window", "link.copy", "Copy a link to this view", ["C"], copyLink),
    ...(["system", "light", "dark"] as Theme[]).map((theme) =>
      command("Window", `theme.${theme}`, `Theme: ${theme}`, [], () => (preferences.theme = theme)),
    ),
    command("Window", "sample", "Open the sample ledger", [], () => void session.openLedger(null)),
    command("Window", "help", "Keys", ["?"], () => (layers.help = !layers.help)),
    command(
      "Window",
      "escape",
      "Close, or clear the selection",
      ["Escape"],
      () => {
        if (layers.close()) return;
        if (view.page === "review" || view.page === "settings") view.show("timeline");
        else if (view.key !== null) view.select(null, null);
      },
      { palette: false },
    ),
  ]);
}
