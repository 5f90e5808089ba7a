/**
 * A ledger of what nobody hopes for: names and values without end, right-to-left writing, texts that
 * would be markup, tables or terminal codes if anything took them for that.
 */
import { KeyWriter, type LogKey } from "./log";

export const MARKUP = `<img src=x onerror="document.title='taken'"><b>bold</b> & </p><script>1</script>`;
const LONG = "the-service-that-carries-the-whole-of-the-customer-invoicing-and-reconciliation-pipeline";
const SENTENCE =
  "Everything that was said on that day about the thing in question, with all its clauses, by-clauses and " +
  "afterthoughts, some of which contradict what had been said a moment before, while others only repeat it";

export function overfullLog(): LogKey[] {
  const key = (subject: string, relation: string, write: (writer: KeyWriter) => void): LogKey => {
    const writer = new KeyWriter(subject, relation);
    write(writer);
    return { subject, relation, set: false, events: writer.events };
  };
  return [
    key(LONG, "the_endpoint_of_the_second_of_its_three_retry_queues", (k) =>
      k
        .tell("2026-01-12", `https://example.org/${"a-long-segment/".repeat(12)}`, "2026-01-12", {
          text: `${SENTENCE}. ${SENTENCE}.`,
          locator: `docs/${"deeply/".repeat(14)}nested.md:1234`,
          author: "Maximiliana Konstantinopolska-Wellington the Younger, of the third floor",
        })
        .tell("2026-05-01", "b".repeat(300), "2026-05-01", { text: `It is now ${"b".repeat(300)}.` }),
    ),
    key(MARKUP, "port", (k) =>
      k
        .tell("2026-01-12", MARKUP, "2026-01-12", {
          text: `The port is ${MARKUP}, said the note.`,
          locator: MARKUP,
        })
        .tell("2026-06-12", "{<i>x</i>} ${1+1} %s \u001b[31mred", "2026-06-12", { author: MARKUP }),
    ),
    key("שרת הנמל", "פורט", (k) =>
      k.tell("2026-02-01", "٨٠٨٠", "2026-02-01", { text: "הפורט של שרת הנמל הוא ٨٠٨٠." }),
    ),
    key("ci", "motto", (k) => {
      for (let n = 0; n < 24; n++) {
        const day = new Date(Date.UTC(2026, 0, 5 + n * 12)).toISOString().slice(0, 10);
        k.tell(day, `${n}: ${SENTENCE}`, day, { text: `The motto of ci is ${n}: ${SENTENCE}.` });
      }
    }),
  ];
}
