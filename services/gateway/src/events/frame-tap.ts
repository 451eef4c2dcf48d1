import { type RobotKind, SerialQueue } from '@cellwright/domain';
import { busSubjects, type EventBus, type Subscription } from '@cellwright/service-kit';

/** Hears a robot's frames while somebody wants them: a cell that nobody looks at is not woken by them. */
export class FrameTap {
  readonly #bus: EventBus;
  readonly #robotKind: RobotKind;
  readonly #onFrame: (text: string) => void;
  readonly #turns = new SerialQueue();
  #isWanted = false;
  #subscription: Subscription | undefined;

  constructor(bus: EventBus, robotKind: RobotKind, onFrame: (text: string) => void) {
    this.#bus = bus;
    this.#robotKind = robotKind;
    this.#onFrame = onFrame;
  }

  /** Resolves when it is so. */
  async setWanted(isWanted: boolean): Promise<void> {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    await this.#turns.run(() => this.#adjust());
  }

  async #adjust(): Promise<void> {
    if (this.#isWanted) {
      this.#subscription ??= await this.#bus.subscribe(busSubjects.robotFrame.of(this.#robotKind), (message) =>
        this.#onFrame(message.text()),
      );
      return;
    }
    const subscription = this.#subscription;
    this.#subscription = undefined;
    await subscription?.close();
  }
}
