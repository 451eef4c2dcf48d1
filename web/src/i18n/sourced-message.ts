import type { MessageSource } from '@cellwright/domain/basics';

/** A message of the cell with its source, which translates it. */
export interface SourcedMessage extends MessageSource {
  readonly message: string;
}
