import { readFileSync } from 'node:fs';
import type { Clock } from '@cellwright/domain';
import { systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';

/** Files are looked at again when their value is asked for, at most this often, ms. */
const lookMS = 1000;

export interface LiveFilesOptions<Value> {
  readonly paths: readonly string[];
  /** Makes the value from the texts of the files, in their order. @throws for texts that cannot be used */
  readonly parse: (texts: readonly string[]) => Value;
  readonly log: Logger;
  readonly clock?: Clock | undefined;
}

/** A value that follows its files. Files that cannot be used, such as one that is half written, leave it as it was. */
export class LiveFiles<Value> {
  private readonly options: LiveFilesOptions<Value>;
  private readonly clock: Clock;
  private texts: readonly string[];
  private value: Value;
  private lookAt: number;
  private problem: string | undefined;

  /** @throws what `parse` throws, and the error of a file that cannot be read. */
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
      // Once per problem, not once per second.
      if (problem !== this.problem)
        log.warn('files cannot be used; what they held before still counts', { paths, error });
      this.problem = problem;
    }
  }

  private readAll(): readonly string[] {
    return this.options.paths.map((path) => readFileSync(path, 'utf8'));
  }
}
