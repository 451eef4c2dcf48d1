import type { PackagesPort } from '../framework/index.ts';
import { findPackagedStep } from './kind-packages.ts';

/** Plays steps of packages as their manifests declare, without the packages: for dry runs. */
export const dryRunPackages: PackagesPort = {
  async run({ kind }, calls, signal) {
    const { durationMS = 0, variables = {} } = findPackagedStep(kind)?.step.dryRun ?? {};
    await calls.call('wait', JSON.stringify([durationMS]), signal);
    if (signal.aborted) return { ok: false, stopped: true };
    for (const [name, value] of Object.entries(variables)) {
      await calls.call('setStepVariable', JSON.stringify([name, value]), signal);
    }
    return { ok: true, value: undefined };
  },
};
