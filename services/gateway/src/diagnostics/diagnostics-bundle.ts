import type { DiagnosticsBundle } from '@cellwright/calls';
import type { CollectedDiagnostics } from './collect-diagnostics.ts';
import { writeZip } from './write-zip.ts';

const explanation = `Diagnostics of a Cellwright cell.

diagnostics.json  services, machine, robots, devices and network at the time of the bundle
logs/             newest log lines of each process, one JSON object per line, times in UTC

Passwords, tokens, PINs and keys are removed.
`;

/** Packs diagnostics and logs into a ZIP archive. */
export function packDiagnostics({ diagnostics, logs }: CollectedDiagnostics): DiagnosticsBundle {
  const takenAt = new Date(diagnostics.takenAt);
  const files = [
    { name: 'README.txt', text: explanation },
    { name: 'diagnostics.json', text: `${JSON.stringify(diagnostics, null, 2)}\n` },
    ...[...logs].map(([process, lines]) => ({
      name: `logs/${process.replaceAll(/[^\w.-]/g, '-')}.jsonl`,
      text: lines.map((line) => `${line}\n`).join(''),
    })),
  ];
  const archive = writeZip(
    files.map(({ name, text }) => ({ name, content: Buffer.from(text, 'utf8') })),
    takenAt,
  );
  const time = diagnostics.takenAt.slice(0, 19).replaceAll(':', '-');
  return { fileName: `cellwright-diagnostics-${time}.zip`, content: archive.toString('base64') };
}
