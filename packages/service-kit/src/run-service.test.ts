import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bundleSource } from './source-bundle.ts';

const indexUrl = pathToFileURL(bundleSource(fileURLToPath(new URL('./index.ts', import.meta.url)))).href;
const running = new Set<ReturnType<typeof spawn>>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

/** Runs a service with the given main in a separate process. */
function run(main: string, env: Record<string, string> = {}, options = '{}') {
  const script = `
    import { commonConfig, loadConfig, portConfig, runService } from ${JSON.stringify(indexUrl)};
    import { z } from ${JSON.stringify(import.meta.resolve('zod'))};
    await runService('sample', async ({ env, log, health, lifecycle, orphaned }) => { ${main} }, ${options});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'INFO', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  const output = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    output.out += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    output.err += String(chunk);
  });
  const outputs = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'close'));
  // With its last output, which may arrive after its end.
  const exited = Promise.all([once(child, 'exit'), ...outputs]).then(([[code, signal]]) => ({ code, signal }));
  const says = (text: string) => vi.waitFor(() => expect(output.out + output.err).toContain(text), { timeout: 40_000 });
  return { child, output, exited, says };
}

const keepAlive = 'const timer = setInterval(() => undefined, 1000);';

describe('runService', () => {
  test('prints the sentence for a failed start and exits with 1', async () => {
    const service = run(
      `throw new Error('EACCES');`,
      {},
      `{ explain: (error) => 'The data folder cannot be read: ' + error.message }`,
    );
    expect(await service.exited).toEqual({ code: 1, signal: null });
    expect(service.output.err).toBe('The data folder cannot be read: EACCES\n');
  });

  test('starts, and stops its parts in order on SIGTERM', async () => {
    const service = run(`${keepAlive}
      lifecycle.onStop('timer', () => { clearInterval(timer); log.info('timer stopped'); });
      lifecycle.onStop('door', async () => { log.info('door closed'); });`);
    await service.says('"message":"started"');
    service.child.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    const { out } = service.output;
    expect(out.indexOf('door closed')).toBeLessThan(out.indexOf('timer stopped'));
    expect(out).toContain('"message":"stopped"');
  });

  test('runs an urgent service before other work, where allowed', async () => {
    const trial = spawnSync(process.execPath, ['-e', "require('node:os').setPriority(0, -15)"]);
    const isAllowed = trial.status === 0;
    const show = `${keepAlive} setTimeout(async () => {
      const os = await import('node:os');
      log.info('priority is ' + os.getPriority());
    }, 100);`;
    const urgent = run(show, {}, "{ urgency: 'commander' }");
    const usual = run(show);
    await urgent.says(`priority is ${isAllowed ? -15 : getPriority()}`);
    await usual.says(`priority is ${getPriority()}`);
  });

  test('schedules a service that commands an arm in real time, where allowed, but not its children', async () => {
    const isAllowed = spawnSync('chrt', ['--rr', '1', 'true']).status === 0;
    const commander = run(
      `${keepAlive}
      const { spawnSync } = await import('node:child_process');
      setTimeout(() => {
        log.info('main ' + spawnSync('chrt', ['--pid', '' + process.pid]).stdout);
        log.info('child ' + spawnSync('sh', ['-c', 'chrt --pid $$']).stdout);
      }, 200);`,
      {},
      "{ urgency: 'commander' }",
    );
    await commander.says(isAllowed ? 'policy: SCHED_RR' : 'policy: SCHED_OTHER');
    await commander.says('child');
    expect(commander.output.out.split('child')[1]).toContain('SCHED_OTHER');
  });

  test('ends a partial start when stopped during it', async () => {
    const service = run(`${keepAlive}
      log.info('starting');
      await new Promise((resolve) => lifecycle.stopping.addEventListener('abort', resolve));
      await new Promise((resolve) => setTimeout(resolve, 50));
      lifecycle.onStop('child', () => log.info('child ended'));
      log.error('went on');`);
    await service.says('"message":"starting"');
    service.child.kill('SIGINT');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(service.output.out).toContain('child ended');
    expect(service.output.out + service.output.err).not.toMatch(/went on|cannot start/);
  });

  test('stops in order when its terminal is closed', async () => {
    const service = run(`${keepAlive} lifecycle.onStop('door', async () => { log.info('door closed'); });`);
    await service.says('"message":"started"');
    service.child.kill('SIGHUP');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(service.output.out).toContain('door closed');
  });

  test('ends in order when its supervisor has ended', async () => {
    const service = run(
      `${keepAlive} lifecycle.onStop('door', async () => { log.info('door closed', { isOrphaned: orphaned.aborted }); });`,
    );
    await service.says('"message":"started"');
    service.child.disconnect();
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(service.output.out).toContain('"isOrphaned":true');
  });

  test('does not report itself orphaned when its supervisor ends after asking it to stop', async () => {
    const service = run(`${keepAlive} lifecycle.onStop('door', async () => {
      await new Promise((resolve) => process.once('disconnect', resolve));
      log.info('door closed', { isOrphaned: orphaned.aborted });
    });`);
    await service.says('"message":"started"');
    service.child.kill('SIGTERM');
    await service.says('"message":"stopping"');
    service.child.disconnect();
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(service.output.out).toContain('"isOrphaned":false');
  });

  test('ends immediately on a second signal', async () => {
    const service = run(
      `${keepAlive} lifecycle.onStop('stuck', () => { log.info('stuck'); return new Promise(() => undefined); });`,
    );
    await service.says('"message":"started"');
    service.child.kill('SIGINT');
    await service.says('"message":"stuck"');
    // Within the first second a repeat counts as the same key press.
    const press = () => {
      service.child.kill('SIGINT');
      expect(service.child.exitCode).toBe(130);
    };
    await vi.waitFor(press, { interval: 200 });
  });

  test('reports an invalid configuration and exits with 1', async () => {
    const service = run(`loadConfig(z.object({ ...commonConfig, PORT: portConfig(), NATS_URL: z.string() }), env);`, {
      PORT: 'x',
    });
    expect(await service.exited).toEqual({ code: 1, signal: null });
    expect(service.output.err).toBe(
      'sample cannot start:\nPORT: must be a port number from 0 to 65535\nNATS_URL: is not set, and it has no default\n',
    );
  });

  test('stops in order and exits with 1 on an uncaught error', async () => {
    const service = run(`${keepAlive}
      lifecycle.onStop('door', async () => { log.info('door closed'); });
      setTimeout(() => { throw new Error('nobody catches this'); }, 1);`);
    expect(await service.exited).toEqual({ code: 1, signal: null });
    expect(service.output.out).toContain('nobody catches this');
    expect(service.output.out).toContain('door closed');
  });
});
