import { type LineCommandBit, lineCommandBits, outputParts, readPart } from '@cellwright/domain/robot';
import type { OutputImage } from '@cellwright/ethernet-ip';

const [commandPart] = outputParts;

/**
 * Finds the commands in the data of the line's controller. A command is a bit that rises. When a controller connects, or
 * changes from idle to run, bits that are set already count for Stop and Pause only: nothing starts by itself. While
 * Stop is set, no other command counts.
 */
export class LineCommands {
  private last: number | undefined;

  /** Returns the new commands, Stop first. */
  read({ data, isRun, isFirst, isExplicit }: OutputImage): readonly LineCommandBit[] {
    if (isFirst) this.reset();
    if (!isRun) {
      this.reset();
      return [];
    }
    const bits = readPart(data, commandPart);
    // A message has no state before it: every bit of it is a command.
    const before = isExplicit ? 0 : this.last;
    if (!isExplicit) this.last = bits;
    const isSet = (index: number, value: number) => Math.floor(value / 2 ** index) % 2 === 1;
    const rising = lineCommandBits.filter((name, index) => {
      if (!isSet(index, bits)) return false;
      return before === undefined ? name === 'Stop' || name === 'Pause' : !isSet(index, before);
    });
    const isStopped = isSet(lineCommandBits.indexOf('Stop'), bits);
    return isStopped ? rising.filter((name) => name === 'Stop') : rising;
  }

  /** Forgets the bits, as before the first data. */
  reset(): void {
    this.last = undefined;
  }
}
