import { useEffect, useRef } from 'react';

/** Command of the palette (Ctrl+K). Commands that move the arm are never offered: they need a separate press. */
export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  /** Category of the command, shown beside the label. */
  readonly group: string;
  run(): void;
}

type ReadCommands = () => readonly PaletteCommand[];

const sources = new Set<ReadCommands>();

/** Returns the commands of the screens that are shown now. */
export function readPaletteCommands(): readonly PaletteCommand[] {
  return [...sources].flatMap((read) => read());
}

/** Offers commands in the palette while a component is mounted. */
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
