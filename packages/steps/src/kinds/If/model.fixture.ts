import type { ModelArgs, ModelKind } from '../../testing/model-kind.fixture.ts';

const condition = { kind: 'constant', value: true };
const mustFollow = 'An elseIf or else must come directly after an If step that is an if or elseIf';

const branchOf = ({ branch = 'if' }: ModelArgs) => branch;

export const ifModel: ModelKind = {
  good: { condition },
  variants: [{ branch: 'elseIf', condition }, { branch: 'else' }],
  bad: { branch: 'unless', condition },
  message: 'Choose if, elseIf or else',
  without: ['Set a condition'],
  children: 'required',
  problemsOfPlace({ state, args, previous }) {
    if (state === 'bad' || branchOf(args) === 'if') return [];
    return previous?.kind === 'If' && branchOf(previous.args) !== 'else' ? [] : [mustFollow];
  },
};
