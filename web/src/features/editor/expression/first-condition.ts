import type { Expression } from '@cellwright/domain/routine';
import { signalOf } from '@cellwright/domain/run';

/** A new condition: the first input is high. */
export const firstCondition: Expression = {
  kind: 'conditional',
  operator: '==',
  left: signalOf({ kind: 'Input', port: 1 }),
  right: { kind: 'constant', value: 'high' },
};

/** A new value. */
export const firstConstant: Expression = { kind: 'constant', value: 0 };
