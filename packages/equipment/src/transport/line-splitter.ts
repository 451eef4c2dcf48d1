/** Cuts what arrives into lines, in whatever pieces it comes. Keeps at most one unfinished line, of a bounded length. */
export class LineSplitter {
  readonly #longest: number;
  #unfinished = '';

  /** @param longest characters that a line may have. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The lines that the text finishes, empty ones left out; undefined once one is too long. */
  push(text: string): readonly string[] | undefined {
    const parts = (this.#unfinished + text).split(/[\r\n]+/);
    this.#unfinished = parts.pop() ?? '';
    const isTooLong = [...parts, this.#unfinished].some(({ length }) => length > this.#longest);
    return isTooLong ? undefined : parts.filter((line) => line !== '');
  }
}
