import type { Expression } from '@cellwright/domain/routine';
import { createExpressionPort } from '@cellwright/steps/framework';
import { accept, refuse } from '../answer.ts';
import { definePart, type PartContext } from '../core/part.ts';
import { runsPart } from './runs-part.ts';
import { type ExpressionsOutside, sessionExpressions } from './session-expressions.ts';

/** Evaluates expressions of clients against the loaded routine. */
export const expressionsPart = definePart({
  name: 'expressions',
  start: ({ core, outside }: PartContext<ExpressionsOutside>) => ({
    evaluate: (expression: Expression, callerID: string) =>
      createExpressionPort(sessionExpressions(core, runsPart.of(core).loaded, outside, callerID)).evaluate(expression),
  }),
  messages: {
    async evaluateConditional(expressions, { expression }, { subjectID, sessionID }) {
      const evaluation = await expressions.evaluate(expression, `user ${subjectID || sessionID}`);
      if (evaluation.ok) return accept({ value: evaluation.value });
      return refuse('request_failed_validation', evaluation.message);
    },
  },
});
