import { useEffect, useRef } from 'react';

/** A command that the palette offers (Ctrl+K). Commands that move the arm are never offered: they need a press of their own. */
export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  /** The kind of thing that it opens or does, shown beside the label. */
  readonly group: string;
  run(): void;
}

type ReadCommands = () => readonly PaletteCommand[];

const sources = new Set<ReadCommands>();

/** Commands of the screens that are shown now. */
export function readPaletteCommands(): readonly PaletteCommand[] {
  return [...sources].flatMap((read) => read());
}

/** Offers commands in the palette for as long as a component is shown. */
export function usePaletteCommands(commands: readonly PaletteCommand[]): void {
  const newest = useRef(commands);
  useEffect(() => {
    newest.current = commands;
  });
  useEffect(() => {
    const read = () => newest.current;
    sources.add(read);
    return () => {
      sources.delete(read);
    };
  }, []);
}
