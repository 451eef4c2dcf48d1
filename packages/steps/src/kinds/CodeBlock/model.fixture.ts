import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const codeBlockModel: ModelKind = {
  good: { codeBlockId: 'codeBlock_1' },
  bad: { codeBlockId: '' },
  message: 'An id must not be empty',
  without: ['Choose a code block'],
  children: 'forbidden',
};
