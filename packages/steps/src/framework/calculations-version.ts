import type { Migration } from '@cellwright/domain/basics';

/** Arguments with expressions: calculations, ≥ and ≤ came with version 2, and every earlier expression stays valid. */
const migration: Migration = { to: 2, describe: 'Expressions may calculate', migrate: (args) => args };

/** Version of the arguments of a step kind whose form changed only with its expressions. */
export const withCalculations = { version: 2, migrations: [migration] } as const;
