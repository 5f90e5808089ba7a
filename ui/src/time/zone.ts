/** Civil time in the ledger's time zone, and back. */
import { utcMillis } from "./instant";

export interface Civil {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const QUARTER_HOUR = 900_000;
const DAY = 86_400_000;
/** Beyond these the zone's rules say nothing; UTC is used. */
const RULED_FROM = utcMillis(1850, 1, 1);
const RULED_TO = utcMillis(2200, 1, 1);

export class Zone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();

  /** An IANA name; one that the platform does not know is read as UTC. */
  constructor(name: string) {
    const options: Intl.DateTimeFormatOptions = {
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      hourCycle: "h23",
    };
    let format: Intl.DateTimeFormat;
    try {
      format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: name });
    } catch {
      name = "UTC";
      format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
    }
    this.name = name;
    this.#format = format;
  }

  /** What is to be added to UTC, in milliseconds. */
  offset(ms: number): number {
    if (this.name === "UTC" || !(ms > RULED_FROM && ms < RULED_TO)) return 0;
    const bucket = Math.floor(ms / QUARTER_HOUR);
    const known = this.#offsets.get(bucket);
    if (known !== undefined) return known;
    const part: Record<string, number> = {};
    const at = bucket * QUARTER_HOUR;
    for (const { type, value } of this.#format.formatToParts(at)) part[type] = Number(value);
    const offset = utcMillis(part.year, part.month, part.day, part.hour, part.minute, part.second) - at;
    if (this.#offsets.size > 20_000) this.#offsets.clear();
    this.#offsets.set(bucket, offset);
    return offset;
  }

  civil(ms: number): Civil {
    const local = new Date(ms + this.offset(ms));
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      second: local.getUTCSeconds(),
    };
  }

  /**
   * The moment of a civil time. One that exists twice is the first; one that does not exist is
   * the first moment after the gap.
   */
  moment(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
    const wall = utcMillis(year, month, day, hour, minute, second);
    const before = this.offset(wall - DAY);
    const after = this.offset(wall + DAY);
    const fits = [wall - before, wall - after].filter((ms) => ms + this.offset(ms) === wall);
    if (fits.length > 0) return Math.min(...fits);
    let low = wall - Math.max(before, after) - DAY / 2;
    let high = wall - Math.min(before, after) + DAY / 2;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (middle + this.offset(middle) < wall) low = middle;
      else high = middle;
    }
    return high;
  }
}
