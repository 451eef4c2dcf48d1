import { statfs } from 'node:fs/promises';
import { cpus, freemem, hostname, loadavg, networkInterfaces, release, totalmem, type, uptime } from 'node:os';
import type { MachineDiagnosis } from '@cellwright/domain/cell';
import { isClockEarly, readBuildTime } from '@cellwright/service-kit';

/** Describes the machine of this process. */
export async function describeMachine(now: Date): Promise<MachineDiagnosis> {
  const builtAt = readBuildTime(process.argv[1]);
  return {
    hostname: hostname(),
    system: `${type()} ${release()} ${process.arch}`,
    cpuCount: cpus().length,
    loadAverage: loadavg(),
    memory: { freeBytes: freemem(), totalBytes: totalmem() },
    disk: await readDisk(process.cwd()),
    uptimeSeconds: uptime(),
    wallTime: now.toISOString(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    isClockEarly: isClockEarly(now, builtAt),
    addresses: Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
      addresses.filter(({ internal }) => !internal).map(({ address }) => ({ name, address })),
    ),
  };
}

async function readDisk(folder: string): Promise<MachineDiagnosis['disk']> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}
