import { describe, expect, it } from 'vitest';
import { parseEquipmentConfig } from '../../contracts.ts';
import { openBench } from '../../testing/device-bench.fixture.ts';

const problemsOf = (fields: object) => {
  const parsed = parseEquipmentConfig({ kind: 'FTPServer', ...fields });
  return parsed.isValid ? [] : parsed.config.problems;
};

describe('The configuration of a file server', () => {
  it('has the default port and time of the specification', () => {
    expect(parseEquipmentConfig({ kind: 'FTPServer' }).config).toMatchObject({ port: 21, timeoutMS: 30_000 });
  });

  it.each(['/', '/programs', '/USER/MY PROGRAMS/O1', '/a.b/c-d', '/Prüfung'])('accepts the folder %j', (folder) => {
    expect(problemsOf({ folder })).toEqual([]);
  });

  it.each(['', 'programs', '/..', '/a/../b', '/./a', '/a/', '//a', '/-la', '/a;b', '/$(a)', '/a\r\nDELE b', '/a\0'])(
    'rejects the folder %j',
    (folder) => expect(problemsOf({ folder })).toEqual(['folder: Enter an absolute folder, for example /programs']),
  );

  it.each([{ user: 'a\r\nDELE b' }, { password: 'a\nDELE b' }, { user: '' }])('rejects %j (A12)', (fields) => {
    expect(problemsOf(fields)).toHaveLength(1);
  });
});

describe('A command to a file server', () => {
  const never = new AbortController().signal;

  it('stays inside its folder', async () => {
    const bench = await openBench('FTPServer', { folder: '/USER/PROGRAMS' });
    const { files } = bench.driver.capabilities;
    const upload = { operation: 'upload', path: 'O1.nc', content: 'M30', encoding: 'utf8' } as const;
    expect(await bench.settle(files?.actuate(upload, never) ?? Promise.reject())).toMatchObject({ ok: true });
    expect(bench.sim.simulated.files?.commands).toEqual([
      { kind: 'stored', path: '/USER/PROGRAMS/O1.nc', sizeBytes: 3 },
    ]);
    await bench.close();
  });

  it('rejects a file above the maximum size without sending it', async () => {
    const bench = await openBench('FTPServer');
    const content = 'ü'.repeat(700_000);
    const upload = { operation: 'upload', path: 'O1.nc', content, encoding: 'utf8' } as const;
    const result = bench.driver.capabilities.files?.actuate(upload, never);
    expect(await bench.settle(result ?? Promise.reject())).toMatchObject({
      ok: false,
      failure: { reason: 'outOfRange', message: expect.stringContaining('1048576 bytes') },
    });
    expect(bench.sim.simulated.files?.commands).toEqual([]);
    await bench.close();
  });
});
