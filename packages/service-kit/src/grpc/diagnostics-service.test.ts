import { processReportSchema } from '@cellwright/domain/cell';
import { expect, it } from 'vitest';
import { createHealth } from '../health.ts';
import { silentLogger } from '../logger.ts';
import { anyCaller } from '../testing/any-peer.fixture.ts';
import { diagnosticsServiceDefinition } from './diagnostics-service.ts';
import { createGrpcClient, startGrpcServer } from './index.ts';

it('A gRPC server with health describes its process, with log lines only if wanted', async () => {
  const health = createHealth();
  health.addCheck('own database', async () => {});
  health.markStarted();
  const server = await startGrpcServer({ callers: anyCaller, services: [], port: 0, log: silentLogger, health });
  const client = createGrpcClient(diagnosticsServiceDefinition, server.address);
  const { reportJson } = await client.describeProcess({ withLogs: false });
  expect(processReportSchema.parse(JSON.parse(reportJson))).toMatchObject({
    ...{ ready: true, logs: [], nodeVersion: process.version },
    dependencies: [{ name: 'own database', ok: true }],
  });
  client.channel.close();
  await server.close();
});
