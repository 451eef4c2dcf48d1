import { defaultArm } from '@cellwright/arm';
import { proofOptionsSchema } from '@cellwright/domain/run';
import { proofRefusals } from '@cellwright/domain/runner-socket';
import { anyPeers } from '@cellwright/service-kit/testing/peers';
import { describe, expect, it } from 'vitest';
import { usualFacts } from '../testing/proof.fixture.ts';
import type { ProofJob } from './proof-job.ts';
import { createProofProcesses } from './proof-processes.ts';

/** Nothing answers at these addresses: the process waits for them. */
const nowhere = '127.0.0.1:1';
const job: ProofJob = {
  wanted: 'proof',
  subject: { kind: 'stored', routineID: 'routine_1' },
  options: proofOptionsSchema.parse({}),
  arm: defaultArm,
  facts: Buffer.from(JSON.stringify(usualFacts)),
  hasDeveloperAPI: true,
  packagesPath: undefined,
  addresses: { library: nowhere, equipment: nowhere },
  proofs: anyPeers('dry-run').proofs,
};
const never = new AbortController().signal;

describe('the processes of dry runs', () => {
  it('check one routine after the other, and abort one that takes too long', async () => {
    const proofs = createProofProcesses({ longestSeconds: 0.3 });
    const ended: string[] = [];
    const ask = (name: string) =>
      expect(proofs.prove(job, never).finally(() => ended.push(name))).rejects.toMatchObject({
        code: 'too_large',
        message: proofRefusals.tookTooLong(0.3),
      });
    await Promise.all([ask('first'), ask('second')]);
    expect(ended).toEqual(['first', 'second']);
    await proofs.close();
  });

  it('refuse one that waits too long', async () => {
    const proofs = createProofProcesses({ longestSeconds: 0.3, longestWaitSeconds: 0.01 });
    const first = expect(proofs.prove(job, never)).rejects.toMatchObject({ code: 'too_large' });
    await expect(proofs.prove(job, never)).rejects.toMatchObject({ code: 'conflict', message: proofRefusals.busy });
    await first;
    await proofs.close();
  });

  it('end with their caller', async () => {
    const proofs = createProofProcesses();
    const asking = new AbortController();
    const proof = proofs.prove(job, asking.signal);
    asking.abort();
    await expect(proof).rejects.toMatchObject({ code: 'unavailable', message: proofRefusals.brokeOff });
    await proofs.close();
  });

  it('return the message of their process', async () => {
    const proofs = createProofProcesses();
    const proof = proofs.prove(job, never);
    await expect(proof).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(/\w/) });
    await proofs.close();
  }, 60_000);
});
