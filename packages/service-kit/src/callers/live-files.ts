import { readFileSync } from 'node:fs';
import type { Clock } from '@cellwright/domain/basics';
import { systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';

/** Minimum interval between checks of the files, on access to their value, ms. */
const lookMS = 1000;

export interface LiveFilesOptions<Value> {
  readonly paths: readonly string[];
  /** Creates the value from the texts of the files, in their order. @throws Error for unusable texts */
  readonly parse: (texts: readonly string[]) => Value;
  readonly log: Logger;
  readonly clock?: Clock | undefined;
}

/** A value that follows its files. Unusable files, such as partially written ones, do not change it. */
export class LiveFiles<Value> {
  private readonly options: LiveFilesOptions<Value>;
  private readonly clock: Clock;
  private texts: readonly string[];
  private value: Value;
  private lookAt: number;
  private problem: string | undefined;

  /**
   * Reads the files.
   * @throws the error of `parse`, and that of an unreadable file.
   */
  constructor(options: LiveFilesOptions<Value>) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
    this.texts = this.readAll();
    this.value = options.parse(this.texts);
    this.lookAt = this.clock.now() + lookMS;
  }

  get current(): Value {
    if (this.clock.now() >= this.lookAt) this.look();
    return this.value;
  }

  private look(): void {
    const { log, parse, paths } = this.options;
    this.lookAt = this.clock.now() + lookMS;
    try {
      const texts = this.readAll();
      if (texts.every((text, index) => text === this.texts[index])) return;
      this.value = parse(texts);
      this.texts = texts;
      this.problem = undefined;
      log.info('files were read again', { paths });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      // Log once per problem, not once per second.
      if (problem !== this.problem)
        log.warn('files cannot be used; what they held before still counts', { paths, error });
      this.problem = problem;
    }
  }

  private readAll(): readonly string[] {
    return this.options.paths.map((path) => readFileSync(path, 'utf8'));
  }
}
