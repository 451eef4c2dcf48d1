import { type AnyStepRuntime, outcomeOf } from '../framework/index.ts';
import { createPackageCalls } from './package-calls.ts';
import type { PackagedStep } from './packaged-contract.ts';

/** Returns the behaviour of a step kind of a package: it plays in the process of the package, through calls. */
export function createPackagedRuntime(packaged: PackagedStep): AnyStepRuntime {
  return {
    async run(context) {
      const { args, ports, signal } = context;
      const { contract } = packaged;
      return outcomeOf(
        await ports.packages.run({ kind: contract.kind, args }, createPackageCalls(packaged, context), signal),
      );
    },
  };
}
