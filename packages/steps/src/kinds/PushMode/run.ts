import { pushed, type StepRuntime } from '../../framework/index.ts';
import { type PushModeArgs, type PushModeVariables, pushForceOf } from './contract.ts';

export const pushModeRuntime: StepRuntime<PushModeArgs, PushModeVariables> = {
  async run(context) {
    const { motion } = context.ports;
    const showContact = (newtons: number) => {
      context.setVariable('isInContact', newtons > 0);
      context.setVariable('contactForce', newtons);
    };
    showContact(0);
    context.provide(pushed, {
      forceNewtons: pushForceOf(context.args),
      onMoved: () => showContact(motion.currentContactForce()),
    });
    return context.playChildren();
  },
};
