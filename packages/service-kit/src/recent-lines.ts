import { startOfText } from '@cellwright/domain/basics';
/** Limits of the kept lines, so that a process that logs much stays small. */
export interface RecentLinesLimits {
  readonly lineCount: number;
  readonly characterCount: number;
  /** Maximum length of a line; the rest is not kept. */
  readonly lineLength: number;
}

/** Newest log lines of a process, oldest first. */
export class RecentLines {
  readonly #limits: RecentLinesLimits;
  #lines: string[] = [];
  #characterCount = 0;

  constructor(limits: RecentLinesLimits = { lineCount: 500, characterCount: 256 * 1024, lineLength: 16 * 1024 }) {
    this.#limits = limits;
  }

  add(text: string): void {
    const line = startOfText(text.trimEnd(), this.#limits.lineLength);
    this.#lines.push(line);
    this.#characterCount += line.length;
    // Lines are removed in batches: removing the first of an array costs time in proportion to its length.
    if (this.#lines.length >= 2 * this.#limits.lineCount || this.#characterCount >= 2 * this.#limits.characterCount)
      this.#trim();
  }

  list(): readonly string[] {
    this.#trim();
    return [...this.#lines];
  }

  #trim(): void {
    let first = this.#lines.length;
    let characterCount = 0;
    while (first > 0 && this.#lines.length - first < this.#limits.lineCount) {
      const length = this.#lines[first - 1]?.length ?? 0;
      if (characterCount + length > this.#limits.characterCount) break;
      characterCount += length;
      first -= 1;
    }
    this.#lines = this.#lines.slice(first);
    this.#characterCount = characterCount;
  }
}

/** Lines of the loggers of this process. */
export const recentLines = new RecentLines();
