import { resumeMessages } from '@cellwright/domain/runner-socket';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { idField } from '../framework/fields.ts';

const common = { owner: 'routine-runner', section: 'Runs', scope: 'run', access: 'connectToRobot' } as const;
const command = { ...common, effect: 'atMostOnce', lease: true, deadlineMS: 60_000 } as const;

export const getResumption = defineCall({
  ...common,
  name: 'getResumption',
  summary: resumeMessages.getResumption.summary,
  description:
    'After a crash, a failure or a stop. not_found: another run came since, it was given up, or nothing is kept.',
  http: { method: 'GET', path: '/runs/:id/resumption' },
  input: z.object({ id: idField }),
  output: resumeMessages.getResumption.result,
  effect: 'none',
});

export const resumeRun = defineCall({
  ...command,
  name: 'resumeRun',
  summary: resumeMessages.resumeRun.summary,
  description:
    'Each effect that the resumption names has to be answered: done passes its step over, again plays it. ' +
    'cannot_play_routine says what is missing, or what has to be put right at the robot first.',
  http: { method: 'POST', path: '/runs/:id/resume' },
  input: resumeMessages.resumeRun.payload.omit({ runID: true }).extend({ id: idField }),
  output: resumeMessages.resumeRun.result,
});

export const giveUpRun = defineCall({
  ...command,
  name: 'giveUpRun',
  summary: resumeMessages.giveUpRun.summary,
  http: { method: 'DELETE', path: '/runs/:id/resumption' },
  input: z.object({ id: idField }),
  output: resumeMessages.giveUpRun.result,
});
