import type { DiagnosticsBundle } from '@cellwright/calls';
import { strToU8, zipSync } from 'fflate';
import type { CollectedDiagnostics } from './collect-diagnostics.ts';

/** First time that an archive can contain: the clock of a machine may be earlier. */
const firstTime = new Date(1980, 0, 2);

const explanation = `Diagnostics of a Cellwright cell.

diagnostics.json  services, machine, robots, devices and network at the time of the bundle
logs/             newest log lines of each process, one JSON object per line, times in UTC

Passwords, tokens, PINs and keys are removed.
`;

/** Packs diagnostics and logs into a ZIP archive. */
export function packDiagnostics({ diagnostics, logs }: CollectedDiagnostics): DiagnosticsBundle {
  const takenAt = new Date(diagnostics.takenAt);
  const files = [
    ['README.txt', explanation],
    ['diagnostics.json', `${JSON.stringify(diagnostics, null, 2)}\n`],
    ...[...logs].map(([process, lines]) => [
      `logs/${process.replaceAll(/[^\w.-]/g, '-')}.jsonl`,
      lines.map((line) => `${line}\n`).join(''),
    ]),
  ];
  const contents = Object.fromEntries(files.map(([name = '', text = '']) => [name, strToU8(text)]));
  const archive = zipSync(contents, { mtime: takenAt > firstTime ? takenAt : firstTime });
  const time = diagnostics.takenAt.slice(0, 19).replaceAll(':', '-');
  return { fileName: `cellwright-diagnostics-${time}.zip`, content: Buffer.from(archive).toString('base64') };
}
