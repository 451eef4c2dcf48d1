import { startOfText } from '@cellwright/domain/basics';
import type { ControllerCommand } from '../commands.ts';

/** Maximum length of an id or name, characters. */
const longestName = 128;
/** Maximum length of an explanation; a longer one is cut. */
const longestReason = 200;

/**
 * Limits the length of the texts that a controller keeps in its log and state. Ids and names that are too long make the
 * command invalid; the reason of a stop is cut instead, because a stop is never refused.
 */
export function boundTexts(command: ControllerCommand): ControllerCommand | string {
  if (command.kind === 'stop') return { ...command, reason: shorten(command.reason) };
  const tooLong = namesOf(command).find((name) => name.length > longestName);
  return tooLong === undefined ? command : `an id or a name is longer than ${longestName} characters`;
}

function namesOf(command: ControllerCommand): readonly string[] {
  switch (command.kind) {
    case 'hello':
      return [command.commander];
    case 'executeTrajectory':
      return [command.trajectoryID, command.stepID];
    case 'jog':
    case 'endJog':
      return [command.jogID];
    case 'setTool':
      return [command.tool.name];
    case 'forceInput':
      return [command.name];
    case 'setOutputs':
      return command.outputs.map(({ name }) => name);
    default:
      return [];
  }
}

function shorten(text: string): string {
  return text.length <= longestReason ? text : `${startOfText(text, longestReason)}…`;
}
