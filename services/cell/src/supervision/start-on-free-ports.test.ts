import { createLifecycle, type Lifecycle, silentLogger } from '@cellwright/service-kit';
import { describe, expect, it } from 'vitest';
import { PortTakenError } from './port-taken-error.ts';
import { startOnFreePorts } from './start-on-free-ports.ts';

function createCell(taken: readonly number[], fixedPort = 0) {
  const lifecycle = createLifecycle({ log: silentLogger });
  const happened: string[] = [];
  let started = 0;
  const start = async (parts: Lifecycle) => {
    const attempt = ++started;
    parts.onStop('library', () => void happened.push(`library ${attempt} stopped`));
    const port = taken[attempt - 1];
    if (port !== undefined) throw new PortTakenError('gateway', port);
    return attempt;
  };
  return { lifecycle, happened, started: startOnFreePorts(start, { lifecycle, log: silentLogger, fixedPort }) };
}

describe('startOnFreePorts', () => {
  it('stops the started parts and starts again when a port was occupied', async () => {
    const { started, happened, lifecycle } = createCell([20_001, 20_002]);
    expect(await started).toBe(3);
    expect(happened).toEqual(['library 1 stopped', 'library 2 stopped']);
    await lifecycle.stop('end');
    expect(happened.at(-1)).toBe('library 3 stopped');
  });

  it('fails after the third start', async () => {
    await expect(createCell([1, 2, 3, 4]).started).rejects.toThrow('Port 3 of gateway is used by');
  });

  it('tries no other port than the one chosen by the user', async () => {
    const { started } = createCell([3000], 3000);
    await expect(started).rejects.toThrow('Port 3000 of gateway is used by another program. Stop it');
  });
});
