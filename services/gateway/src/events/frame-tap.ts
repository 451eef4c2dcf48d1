import { SerialQueue } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { busSubjects, type EventBus, type Subscription } from '@cellwright/service-kit';

/** Subscribes to a robot's frames while a client needs them: a cell without viewers is not woken by them. */
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

  /** Resolves when the subscription has changed. */
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
