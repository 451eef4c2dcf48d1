import type { ResumePlace, Resumption } from '@cellwright/domain/run';
import type { Story } from '../../ui/story.ts';
import { ResumeCard, type ResumeCardProps } from './ResumeCard.tsx';

const nothing = () => undefined;
const step = { stepID: 'step_1', stepPath: '1.3', stepKind: 'SetIO', rounds: [{ stepPath: '1', round: 4 }] };
const { rounds: _rounds, ...at } = step;
const resumption: Resumption = {
  run: {
    ...{
      id: 'run_1',
      robotKind: 'simulated',
      routineID: 'routine_1',
      routineName: 'Pick and place',
      routineVersion: 14,
    },
    ...{ status: 'interrupted', startedAt: '2026-01-01T08:00:00Z', endedAt: '2026-01-01T09:00:00Z', cycleCount: 11 },
  },
  at: { ...step, isDone: false },
  beside: [],
  variables: [{ id: 'variable_1', name: 'Parts', value: 12 }],
  effects: [],
  obstacle: null,
  guard: null,
};
const { id, routineID, routineName, routineVersion, status, endedAt } = resumption.run;
const place: ResumePlace = {
  run: { id, routineID, routineName, routineVersion, status, endedAt },
  at: { ...at, name: 'Place carton', isDone: false, round: { round: 5, of: 60 } },
};
const output = [{ kind: 'Output', port: 3, level: 'high' }];
const effect = {
  ...step,
  ...{ effectID: 'effect_1', thread: 'main', kind: 'setOutputs', details: output, question: 'Is Output 3 high?' },
};
const guard = { message: 'The arm is not where it was.', offersReturn: true };
const acts = { resume: nothing, giveUp: nothing, startReturn: nothing, endReturn: nothing };
const card = (part: Partial<Resumption>, props: Partial<ResumeCardProps> = {}) => (
  <ResumeCard
    {...acts}
    place={place}
    resumption={{ ...resumption, ...part }}
    isStale={false}
    pending={undefined}
    {...props}
  />
);

export const story: Story = {
  component: 'ResumeCard',
  states: {
    'ready to go on': card({}),
    'with a question': card({ effects: [effect] }),
    'the arm was moved': card({ guard }),
    'cannot go on': card({ obstacle: 'The routine was changed: choose a step to go on with.' }),
    'cannot go on, and another step can be chosen': card(
      { obstacle: 'A weld cannot be continued in the middle.' },
      { chooseStep: nothing },
    ),
    'out of date': card({}, { isStale: true }),
  },
};
