/** Values that the fake holds for uncertain, as the engine does where what they rest on has changed. */
import { MarkFlag, MarkState, type PlainMark } from "../marks";
import type { AskAnswer, FactDetails } from "../types";

interface Named {
  subject: string;
  relation: string;
}

export class FakeDoubts {
  readonly #why = new Map<string, string>();

  add(subject: string, relation: string, why: string): void {
    this.#why.set(`${subject}/${relation}`, why);
  }

  #of({ subject, relation }: Named): string | undefined {
    return this.#why.get(`${subject}/${relation}`);
  }

  mark(key: Named, mark: PlainMark): PlainMark {
    if (this.#of(key) === undefined || mark.state !== MarkState.current) return mark;
    return { ...mark, flags: (mark.flags ?? 0) | MarkFlag.uncertain };
  }

  details(details: FactDetails): FactDetails {
    const why = details.fact.state === "current" ? this.#of(details.fact) : undefined;
    return why === undefined ? details : { ...details, doubts: [`${why}.`] };
  }

  /** The memory abstains where what it would answer is uncertain. */
  answer(answer: AskAnswer): AskAnswer {
    const { temporal } = answer;
    const fact = temporal?.facts.find((f) => f.object === temporal.answer);
    const why = fact && this.#of(fact);
    if (!temporal || !fact || why === undefined) return answer;
    const explanation = `What was last said: ${fact.object}.`;
    return {
      ...answer,
      temporal: { ...temporal, answer: null, abstained: true, state: null, explanation, uncertain: [why] },
    };
  }
}
