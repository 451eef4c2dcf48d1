import { machineMessages } from '@cellwright/domain/runner-socket';
import { completed, failed, observeMachine, type StepRuntime, stopped } from '../../framework/index.ts';
import { type CNCMonitorMachineArgs, type CNCMonitorMachineVariables, notInTime } from './contract.ts';

export const cncMonitorMachineRuntime: StepRuntime<CNCMonitorMachineArgs, CNCMonitorMachineVariables> = {
  async run(context) {
    const { args, ports, signal } = context;
    const deadline = ports.clock.now() + (args.timeoutMS ?? Number.POSITIVE_INFINITY);
    for (;;) {
      const seen = await observeMachine(ports, args.equipmentID, signal);
      if (!seen.ok && 'stopped' in seen) return stopped;
      if (!seen.ok) return failed('HaasFailure', machineMessages.haasEncounteredError, seen.failure.message);
      const { status, program, partCount, detail } = seen.value;
      context.setVariable('status', status);
      if (program !== undefined) context.setVariable('program', program);
      if (partCount !== undefined) context.setVariable('partCount', partCount);
      if (status === 'fault') return failed('HaasFailure', machineMessages.machineReportedFault, detail);
      if (status === args.status) return completed;
      const remainingMS = deadline - ports.clock.now();
      if (remainingMS <= 0) return failed('HaasFailure', notInTime);
      await ports.clock.sleep(Math.min(args.pollMS, remainingMS), signal);
    }
  },
};
