import { messages } from '@cellwright/domain/messages';
import { completed, failed, type StepRuntime, stopped } from '../../framework/index.ts';
import type { UpdateVisualizationVariables } from './contract.ts';
import type { UpdateVisualizationArgs } from './contract-args.ts';
import { resolveThings } from './resolve-things.ts';

export const updateVisualizationRuntime: StepRuntime<UpdateVisualizationArgs, UpdateVisualizationVariables> = {
  async run({ args, ports, signal }) {
    const meant = await resolveThings(args, ports);
    if (!meant.ok) return failed(meant.failure.kind, meant.failure.message);
    const { things, match } = meant.value;
    const result = await ports.visualization.update(
      args.action === 'show' ? { action: 'show', things } : { action: 'hide', match },
      signal,
    );
    if (result.ok) return completed;
    if ('stopped' in result) return stopped;
    return failed('ExecutionFailure', messages.updatingVisualizationFailed, result.failure.message);
  },
};
