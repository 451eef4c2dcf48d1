import { SerialQueue } from '@cellwright/domain/basics';
import type { SharedSpace } from '../../transport/shared-space.ts';
import type { CNCMachineConfig } from './contract.ts';
import type { Reading } from './reading.ts';

const noRobot = 'The door stays open because the position of the arm is unknown. Check that the robot is running';

/**
 * The space behind the door of a machine. The door takes it before it closes, and the arm has it again once the door is
 * seen open: by a sensor of the open position, or at the end of a command to open.
 */
export class Interior {
  readonly #spaceItemID: string;
  readonly #hasOpenedSensor: boolean;
  readonly #space: SharedSpace | undefined;
  /** Reports and requests arrive in the order they were made. */
  readonly #turns = new SerialQueue();
  #isReporting = false;
  /** Position of the last command, once it was reached; undefined before the first, and during one. */
  #reached: 'open' | 'closed' | undefined;
  #isTaken = false;

  constructor({ autodoor }: CNCMachineConfig, space: SharedSpace | undefined) {
    this.#spaceItemID = autodoor.isFitted ? autodoor.interiorID : '';
    this.#hasOpenedSensor = autodoor.opened.via !== 'none';
    this.#space = space;
  }

  /** Takes the space for the door. Returns why it cannot close; undefined if it can. */
  async take(): Promise<string | undefined> {
    if (this.#spaceItemID === '') return undefined;
    const space = this.#space;
    if (!space) return noRobot;
    const was = this.#isTaken;
    this.#isTaken = true;
    const refusal = await this.#turns.run(() => space.take(this.#spaceItemID));
    if (refusal !== undefined) this.#isTaken = was;
    return refusal;
  }

  /** Called when the machine may have received a command to move its door. */
  leave(): void {
    this.#reached = undefined;
  }

  /** Called when the door has reached its position. An open door gives the space to the arm before this resolves. */
  async reach(position: 'open' | 'closed'): Promise<void> {
    this.#reached = position;
    this.#isTaken = position === 'closed';
    await this.#send(position === 'open');
  }

  /** Reports the door as it is read; skipped while an earlier report is on its way. */
  report(reading: Reading | undefined): void {
    if (this.#isReporting) return;
    const isKnown = this.#hasOpenedSensor || this.#reached === 'open';
    void this.#send(isKnown && !this.#isTaken && reading?.door === 'open');
  }

  async #send(isOpen: boolean): Promise<void> {
    const space = this.#space;
    if (this.#spaceItemID === '' || !space) return;
    this.#isReporting = true;
    try {
      // A door that has started to close in the meantime is no longer open.
      await this.#turns.run(() => space.report(isOpen && !this.#isTaken));
    } finally {
      this.#isReporting = false;
    }
  }
}
