/**
 * The request to run a program, as the command variable holds it. Values from 3 to 11 are requests of a program to the
 * robot.
 */
export const requestCodes = { none: 0, requested: 1, done: 2, running: 12 } as const;

/** Maximum number of lines that the control reads ahead: a variable behind them is read when the program gets there. */
const emptyLines = 12;

export interface DispatcherOptions {
  readonly dispatcherProgram: number;
  readonly commandMacro: number;
  readonly parameterMacro: number;
}

export function programName(number: number): string {
  return `O${String(number).padStart(5, '0')}`;
}

/**
 * Returns the program that waits at the control for cycle start. It runs what was requested once, and shows an alarm when a
 * person has pressed cycle start without a request. It takes the request before it calls the program: one request is one run.
 */
export function dispatcherText({ dispatcherProgram, commandMacro, parameterMacro }: DispatcherOptions): string {
  const command = `#${commandMacro}`;
  const parameter = `#${parameterMacro}`;
  const noLookahead = ['G103 P1', ...Array.from({ length: emptyLines }, () => ';')];
  const lines = [
    '%',
    `${programName(dispatcherProgram)} (CELLWRIGHT DISPATCHER)`,
    `(${command} COMMAND, ${parameter} PROGRAM)`,
    ...noLookahead,
    `IF [${command} NE ${requestCodes.requested}] GOTO 900`,
    `${command}= ${requestCodes.running}`,
    `IF [${parameter} EQ 0] GOTO 100`,
    'G103',
    `M98 P${parameter}`,
    'N100',
    ...noLookahead,
    `${command}= ${requestCodes.done}`,
    'G103',
    'M30',
    'N900 #3000= 15 (USER CYCLE START)',
    '%',
  ];
  return `${lines.join('\r\n')}\r\n`;
}
