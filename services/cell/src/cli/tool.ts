import { parseArgs } from 'node:util';
import { getTool, setActiveEnd, setTool } from '@cellwright/calls';
import type { RobotKind } from '@cellwright/domain/robot';
import type { MountedTool } from '@cellwright/domain/run';
import { type CellTask, runTask } from './run-task.ts';

const usage = `Shows and chooses the tool on the flange of the cell that runs on this machine.

  npm run -s tool -- show [--live]
  npm run -s tool -- choose ID|none [--live]
  npm run -s tool -- end N [--live]

  choose  choose another device of the cell, or none; refused during motion or a run
  end     choose the active end of the changer on the flange: 1 or 2
  --live  the live robot instead of the simulated one

The cell is found through its data folder (CELLWRIGHT_DATA, default .data).`;

process.exitCode = await runTask(readTask(process.argv.slice(2)), usage);

function readTask(args: string[]): CellTask | string {
  try {
    const options = { live: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const robotKind: RobotKind = values.live ? 'live' : 'simulated';
    const [command, subject, ...rest] = positionals;
    if (values.help || command === undefined) return usage;
    if (command === 'show' && subject === undefined)
      return async (cell) => tell(await cell.call(getTool, { robotKind }));
    if (subject === undefined || rest.length > 0) return `Name one device, or one end.\n\n${usage}`;
    const equipmentID = subject === 'none' ? null : subject;
    if (command === 'choose') return async (cell) => tell(await cell.call(setTool, { robotKind, equipmentID }));
    if (command !== 'end') return `Unknown command '${command}'.\n\n${usage}`;
    const end = Number(subject);
    if (!Number.isInteger(end) || end < 1 || end > 9) return `The end must be 1 or 2.\n\n${usage}`;
    return async (cell) => tell(await cell.call(setActiveEnd, { robotKind, end }));
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

function tell({ tool: { equipmentID, name, massKg, tcp, ends = [], activeEnd } }: { readonly tool: MountedTool }) {
  const place = [tcp.x, tcp.y, tcp.z].map((meters) => (meters * 1000).toFixed(1)).join(', ');
  const title = equipmentID === null ? 'nothing' : `${name}  ${equipmentID}`;
  const lines = ends.map(
    ({ end, name: tool }) => `  ee-${end}  ${tool || 'nothing'}${end === activeEnd ? '  active' : ''}`,
  );
  return { text: [`${title}  ${massKg.toFixed(2)} kg, TCP at ${place} mm`, ...lines].join('\n'), code: 0 };
}
