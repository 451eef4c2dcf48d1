import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayBench, goodToken, startGatewayBench } from '../testing/gateway-bench.fixture.ts';
import { addToken, type TokenProxy } from './token-proxy.fixture.ts';

const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios that need tools of the suite itself, or parts of the protocol that the cell does not offer. */
const notOffered = [
  ...['simple-text', 'image', 'audio', 'embedded-resource', 'mixed-content'].map((name) => `tools-call-${name}`),
  ...['with-logging', 'error', 'with-progress', 'sampling', 'elicitation'].map((name) => `tools-call-${name}`),
  ...['json-schema-2020-12', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums'],
  ...['logging-set-level', 'completion-complete', 'server-sse-polling', 'server-sse-multiple-streams'],
  ...['list', 'read-text', 'read-binary', 'templates-read', 'subscribe', 'unsubscribe'].map((n) => `resources-${n}`),
  ...['list', 'get-simple', 'get-with-args', 'get-embedded-resource', 'get-with-image'].map((n) => `prompts-${n}`),
];

let bench: GatewayBench;
let proxy: TokenProxy;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
  bench = await startGatewayBench();
  proxy = await addToken(bench.url, goodToken);
});
afterAll(async () => {
  await proxy.close();
  await bench.stop();
  rmSync(folder, { recursive: true });
});

describe('The official conformance suite of the Model Context Protocol', () => {
  it('passes for exactly the features that /mcp offers', { timeout: 120_000 }, async () => {
    const baseline = join(folder, 'baseline.yml');
    writeFileSync(baseline, JSON.stringify({ server: notOffered }));
    const options = ['--suite', 'all', '--expected-failures', baseline, '--output-dir', folder];
    const run = spawn(process.execPath, [suite, 'server', '--url', `${proxy.url}/mcp`, ...options], { cwd: folder });
    const ended = new Promise<number | null>((resolve) => run.once('close', resolve));
    const [output, errors, code] = await Promise.all([text(run.stdout), text(run.stderr), ended]);
    expect([code, errors], output).toEqual([0, '']);
    expect(output).toContain('Baseline check passed');
  });
});
