import type { ArcValues, WelderCommand, WelderReading, WeldParameters } from '@cellwright/equipment/capabilities';

/** A weld machine of the fake cell. Its arc burns at once. */
export class FakeWelder {
  /** Changes of the arc, oldest first. */
  readonly arcs: { readonly isOn: boolean; readonly at: number }[] = [];
  readonly parameters: WeldParameters[] = [];
  /** Set by tests: the arc goes out by itself. */
  isArcLost = false;
  /** Set by tests: what it measures while the arc is on. */
  values: ArcValues | undefined;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isArcOn(): boolean {
    return this.arcs.at(-1)?.isOn ?? false;
  }

  answer(command: WelderCommand): WelderReading {
    if (command.action === 'setParameters') this.parameters.push(command.parameters);
    if (command.action === 'startArc') this.#turn(true);
    if (command.action === 'stopArc') this.#turn(false);
    if (this.isArcLost) return { arc: 'off', fault: 'arcLost' };
    if (!this.isArcOn) return { arc: 'off' };
    return { arc: 'on', ...(command.action === 'observe' && this.values && { values: this.values }) };
  }

  #turn(isOn: boolean): void {
    if (isOn !== this.isArcOn) this.arcs.push({ isOn, at: this.#now() });
  }
}
