import type { ToolModel } from '../planner.ts';
import type { StateStore } from '../state/state-store.ts';

/** Widths of the grippers on the flange in the state of clients, which changes only when a width does. */
export class FingerWidths {
  private readonly store: StateStore;
  private readonly read: (equipmentID: string) => Promise<number | undefined>;
  /** Grippers with fingers on the flange. */
  private grippers: ReadonlySet<string> = new Set();

  constructor(store: StateStore, read: (equipmentID: string) => Promise<number | undefined>) {
    this.store = store;
    this.read = read;
  }

  /** Shows the fingers of another tool; reads the widths that no event has reported. */
  follow({ boxes }: Pick<ToolModel, 'boxes'>): void {
    this.grippers = new Set(boxes.flatMap(({ finger }) => finger?.equipmentID ?? []));
    const known = this.store.state.fingerWidths ?? {};
    this.show(Object.fromEntries(Object.entries(known).filter(([id]) => this.grippers.has(id))));
    for (const id of this.grippers) if (known[id] === undefined) void this.ask(id);
  }

  note(equipmentID: string, width: number | undefined): void {
    if (!this.grippers.has(equipmentID)) return;
    const { [equipmentID]: known, ...others } = this.store.state.fingerWidths ?? {};
    if (known !== width) this.show(width === undefined ? others : { ...others, [equipmentID]: width });
  }

  private async ask(equipmentID: string): Promise<void> {
    const width = await this.read(equipmentID);
    // An event that arrived meanwhile is newer.
    if (width !== undefined && this.store.state.fingerWidths?.[equipmentID] === undefined)
      this.note(equipmentID, width);
  }

  private show(widths: Readonly<Record<string, number>>): void {
    if (JSON.stringify(widths) === JSON.stringify(this.store.state.fingerWidths ?? {})) return;
    this.store.update((state) => {
      if (Object.keys(widths).length > 0) state.fingerWidths = widths;
      else delete state.fingerWidths;
    });
  }
}
