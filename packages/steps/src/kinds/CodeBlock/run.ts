import { withEither } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { failed, outcomeOf, type StepRuntime } from '../../framework/index.ts';
import type { CodeBlockArgs, CodeBlockVariables } from './contract.ts';

export const codeBlockRuntime: StepRuntime<CodeBlockArgs, CodeBlockVariables> = {
  async run(context) {
    const { args, ports, signal, pauseSignal } = context;
    const show = (report: string) => context.setVariable('report', report);
    show('');
    const result = await withEither(signal, pauseSignal, (ended) =>
      ports.codeBlocks.run(args.codeBlockId, ended, show),
    );
    const isHeld = pauseSignal.aborted && !signal.aborted;
    if (isHeld && !result.ok && 'stopped' in result) return failed('StepPlayFailure', messages.codeBlockPaused);
    return outcomeOf(result);
  },
};
