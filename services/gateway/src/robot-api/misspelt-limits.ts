import { findNearName } from '@cellwright/domain/routine';
import * as z from 'zod';

/** Maximum number of wrong characters in a misspelt name: `maxTooltipSpeed` has two. */
const maxWrongCharacters = 3;

/**
 * Returns the schema of an object of a program, which may have more fields than it names, but none whose name is one of
 * them misspelt: a limit would not be in force, and the program would not know.
 */
export function refuseMisspelt<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.looseObject(shape).superRefine((sent, context) => {
    for (const name of Object.keys(sent)) {
      if (known.includes(name)) continue;
      const near = findNearName(name, known, maxWrongCharacters);
      if (near === undefined) continue;
      const message = `There is no field '${name}' here. Did you mean '${near}'?`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });
}
