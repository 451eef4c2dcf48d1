import { defineMessages } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import {
  ioLevelSchema,
  ioPortName,
  isValidPort,
  pulseDefaultSeconds,
  writablePortKindSchema,
} from '@cellwright/domain/robot';
import * as z from 'zod';
import { type CellEquipment, defaultTimeLimit, defineContract, field, invalid } from '../../framework/index.ts';

const own = defineMessages('SetIO', {
  addAnOutput: 'Add at least one output',
  noSuchPort: 'There is no such port',
  chooseAnOutput: 'Choose an output, a relay or a flange output',
  setTwice: 'The same output is set twice in this step. Remove one',
});

const outputKindSchema = z.enum(writablePortKindSchema.options, {
  error: ({ input }) => (input === 'Safety' ? messages.safetyOutputsCannotBeSet : own.chooseAnOutput),
});

const outputSchema = z
  .object({
    kind: field(outputKindSchema, { label: 'Kind' }),
    port: field(z.number().int().min(1, own.noSuchPort), { label: 'Port', help: 'Numbered from 1' }),
    level: field(ioLevelSchema, { label: 'Level' }),
    pulseSeconds: field(z.number().positive().max(3600).optional(), {
      label: 'Pulse',
      unit: 's',
      help: 'After this time the output returns to its former level; the step does not wait for it',
      suggested: pulseDefaultSeconds,
    }),
  })
  .refine(isValidPort, { message: own.noSuchPort, path: ['port'] });

const argsSchema = z.object({
  outputs: field(z.array(outputSchema, own.addAnOutput).min(1, own.addAnOutput).max(64), { label: 'Outputs' }),
});
export type SetIOArgs = z.output<typeof argsSchema>;

const jaw: CellEquipment = {
  id: 'g1',
  kind: 'CustomGripper',
  name: 'Jaw',
  capabilities: ['gripper'],
  drivenPorts: ['Output 3'],
};

export const setIOContract = defineContract({
  kind: 'SetIO',
  label: 'Set I/O',
  section: 'Interface with other devices',
  description: 'Sets outputs, relays and flange outputs. Safety outputs cannot be set.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: {},
  hasOutsideEffect: true,
  timeLimit: () => defaultTimeLimit,
  expressions: () => [],
  check({ args: { outputs } }, { safetyOutputs, equipment = [] }) {
    const names = outputs.map(ioPortName);
    const ofDevices = names.flatMap((name, index) => {
      const holder = equipment.find(({ drivenPorts }) => drivenPorts?.includes(name));
      return holder ? [invalid(`outputs.${index}`, messages.portBelongsToDevice(name, holder.name))] : [];
    });
    const repeated = names.findIndex((name, index) => names.indexOf(name) !== index);
    const ofSafety = names.flatMap((name, index) =>
      safetyOutputs.has(name) ? [invalid(`outputs.${index}`, messages.safetyOutputsCannotBeSet)] : [],
    );
    const ofOthers = [...ofSafety, ...ofDevices];
    return repeated === -1 ? ofOthers : [...ofOthers, invalid(`outputs.${repeated}`, own.setTwice)];
  },
  summarize({ outputs }, { say }) {
    const levels = outputs.map((output) =>
      output.level === 'high' ? say`${ioPortName(output)} high` : say`${ioPortName(output)} low`,
    );
    return say`Set ${levels.join(', ')}`;
  },
  examples: [
    { title: 'Switch a light on', args: { outputs: [{ kind: 'Output', port: 1, level: 'high' }] } },
    {
      title: 'Close a relay and pulse a flange output',
      args: {
        outputs: [
          { kind: 'Relay', port: 2, level: 'high' },
          { kind: 'FlangeOutput', port: 1, level: 'high', pulseSeconds: pulseDefaultSeconds },
        ],
      },
    },
  ],
  messages: [
    { message: own.addAnOutput, provokedBy: { args: { outputs: [] } } },
    {
      message: messages.safetyOutputsCannotBeSet,
      provokedBy: { args: { outputs: [{ kind: 'Safety', port: 1, level: 'high' }] } },
    },
    {
      message: messages.safetyOutputsCannotBeSet,
      provokedBy: {
        args: { outputs: [{ kind: 'Output', port: 3, level: 'high' }] },
        safetyOutputs: ['Output 3', 'Output 4'],
      },
    },
    {
      message: messages.portBelongsToDevice('Output 3', 'Jaw'),
      provokedBy: { args: { outputs: [{ kind: 'Output', port: 3, level: 'high' }] }, equipment: [jaw] },
    },
    { message: own.chooseAnOutput, provokedBy: { args: { outputs: [{ kind: 'Input', port: 1, level: 'high' }] } } },
    { message: own.noSuchPort, provokedBy: { args: { outputs: [{ kind: 'Relay', port: 4, level: 'high' }] } } },
    {
      message: own.setTwice,
      provokedBy: {
        args: {
          outputs: [
            { kind: 'Output', port: 1, level: 'high' },
            { kind: 'Output', port: 1, level: 'low' },
          ],
        },
      },
    },
    {
      message: messages.changingOutputFailed,
      provokedBy: {
        args: { outputs: [{ kind: 'Output', port: 1, level: 'high' }] },
        played: { faults: ['outputsFail'] },
      },
    },
  ],
});
