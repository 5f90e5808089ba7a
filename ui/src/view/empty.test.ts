import { describe, expect, it } from "vitest";

import { emptyWords, shellWord } from "./empty";

describe("what is said where nothing is told yet", () => {
  it("speaks of the ledger where the space is the one that every ledger has", () => {
    const said = emptyWords({ space: "default" });
    expect(said.title).toBe("This ledger is empty.");
    expect(said.command).toBe('memstrata remember "The port is 8080."');
  });

  it("names the space, in the command too", () => {
    const said = emptyWords({ space: "work" });
    expect(said.title).toBe("The space “work” is empty.");
    expect(said.command).toBe('memstrata remember "The port is 8080." --space work');
  });

  it("quotes what a shell would take apart", () => {
    expect(shellWord("team-2026.q1")).toBe("team-2026.q1");
    expect(shellWord("house & garden")).toBe("'house & garden'");
    expect(shellWord("Ana's")).toBe(String.raw`'Ana'\''s'`);
    expect(shellWord("$HOME")).toBe("'$HOME'");
  });
});
