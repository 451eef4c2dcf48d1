import type { ModelKind, ModelPlace } from '../../testing/model-kind.fixture.ts';

export const loopControlModel: ModelKind = {
  good: { action: 'break' },
  bad: { action: 'restart' },
  message: 'Choose break or continue',
  without: ['Choose break or continue'],
  children: 'forbidden',
  problemsOfPlace: ({ parents, state }) =>
    isInLoop(parents) || state === 'bad' || state === 'unconfigured'
      ? []
      : ['Tried to break out of a loop without being in a loop'],
};

/** Background steps are not in the loop around them. */
function isInLoop(parents: ModelPlace['parents']): boolean {
  return parents.find((kind) => kind === 'Loop' || kind === 'RunInBackground') === 'Loop';
}
