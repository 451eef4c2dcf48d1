import { completed, outcomeOf, regionOptionOf, type StepRuntime } from '../../framework/index.ts';
import type { ClassifyArgs, ClassifyVariables } from './contract.ts';

export const classifyRuntime: StepRuntime<ClassifyArgs, ClassifyVariables> = {
  async run(context) {
    const { args, ports, signal } = context;
    const { camera, classes, pictures, confidence, fallbackValue, regionOfInterest } = args;
    // The result of an earlier picture is not used.
    context.setVariable('result', fallbackValue);
    context.setVariable('confidence', 0);
    const wanted = { classes, pictures, confidence, ...regionOptionOf(regionOfInterest) };
    const seen = await ports.vision.classify(camera, wanted, signal);
    if (!seen.ok) return outcomeOf(seen);
    const [best] = seen.value;
    if (!best || best.confidence < confidence || !classes.includes(best.class)) return completed;
    context.setVariable('result', best.class);
    context.setVariable('confidence', best.confidence);
    return completed;
  },
};
