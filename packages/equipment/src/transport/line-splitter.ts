/** Splits input that arrives in pieces into lines. Keeps at most one unfinished line, of limited length. */
export class LineSplitter {
  readonly #longest: number;
  #unfinished = '';

  /** @param longest maximum length of a line, characters. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Returns the lines that the text completes, without empty ones; undefined if one is too long. */
  push(text: string): readonly string[] | undefined {
    const parts = (this.#unfinished + text).split(/[\r\n]+/);
    this.#unfinished = parts.pop() ?? '';
    const isTooLong = [...parts, this.#unfinished].some(({ length }) => length > this.#longest);
    return isTooLong ? undefined : parts.filter((line) => line !== '');
  }
}
