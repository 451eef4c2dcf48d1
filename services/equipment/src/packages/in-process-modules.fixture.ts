/** For tests on a virtual clock: runs modules in the interpreter of their process, without that process. */
import type { DeviceModules } from '@cellwright/equipment/drivers';
import { loadSandboxes, PackageRuns } from '@cellwright/service-kit/sandbox';
import type { FromHost } from '@cellwright/service-kit/sandbox/hosts';

export async function openModules(source: string): Promise<DeviceModules> {
  const settles = new Map<number, { call: Caller; end(reason: string): void }>();
  const { open } = await interpreters;
  const take = (line: FromHost) => {
    if (line.kind === 'refused') throw new Error(line.message);
    if (line.kind === 'call') void settles.get(line.run)?.call(line.id, line.name, line.args);
    if (line.kind === 'failed') settles.get(line.run)?.end(line.message);
    if (line.kind === 'ended') settles.get(line.run)?.end('It ended');
  };
  const runs = new PackageRuns(take, async () => open());
  await runs.take({ kind: 'load', source });
  let last = 0;
  return {
    run({ kind, part, settings, calls, callNames }, signal) {
      const run = ++last;
      return new Promise((resolve) => {
        const end = (reason: string) => {
          settles.delete(run);
          resolve(reason);
        };
        const call: Caller = async (id, name, args) => {
          const answer = await calls.call(name, args, signal);
          if (!settles.has(run)) return;
          if (answer.ok) await runs.take({ kind: 'answer', run, id, json: answer.json });
          else await runs.take({ kind: 'refusal', run, id, message: answer.message });
        };
        settles.set(run, { call, end });
        signal.addEventListener('abort', () => {
          void runs.take({ kind: 'drop', run });
          end('It was stopped');
        });
        const entry = { kind: part, name: kind.slice(kind.indexOf('/') + 1) };
        void runs.take({ kind: 'run', run, entry, args: JSON.stringify(settings), calls: [...callNames] });
      });
    },
  };
}

/** Loaded before a test: on a virtual clock, nothing may wait for the machine. */
const interpreters = loadSandboxes({ memoryBytes: 256 * 1024 * 1024 });

type Caller = (id: number, name: string, args: string) => Promise<void>;
