/** Which floating layer is open. One at a time. */
export class Layers {
  palette = $state(false);
  /** What the palette opens with: empty, or a prefix such as `?`. */
  prefix = $state("");
  help = $state(false);
  asOf = $state(false);
  asKnown = $state(false);

  openPalette(prefix: string): void {
    this.close();
    this.prefix = prefix;
    this.palette = true;
  }

  /** Closes whatever is open. Returns whether something was. */
  close(): boolean {
    const any = this.palette || this.help || this.asOf || this.asKnown;
    this.palette = this.help = this.asOf = this.asKnown = false;
    return any;
  }
}
