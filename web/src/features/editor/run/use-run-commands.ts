import { ProductError } from '@cellwright/domain/basics';
import { useState } from 'react';
import { showRefusal } from '../../../api/control.ts';
import { useRobot, useRunner } from '../../../api/use-robot.ts';
import { useEditor } from '../editor-context.ts';

/** Share of the speed at which a routine is test-run from the editor. */
export const testRunSpeed = 0.25;

type Start = 'playRoutine' | 'stepOnce' | 'stepInto' | 'runTo';

export interface StartQuestion {
  readonly text: string;
  confirm(): void;
  cancel(): void;
}

/** Plays the routine as it is shown: changes are saved and loaded first. */
export function useRunCommands() {
  const { session } = useEditor();
  const runner = useRunner();
  const [isWaiting, setWaiting] = useState(false);
  const [question, setQuestion] = useState<StartQuestion>();
  const loaded = useRobot(({ state }) => ({ id: state?.routine?.id, version: state?.routine?.version }));
  const isLoaded = loaded.id === session.routine.id && loaded.version === session.save.version;
  const epoch = () => ({ epoch: runner.status.state?.stopEpoch });
  const load = async () => {
    const version = await session.flush();
    const { id } = session.routine;
    const routine = runner.status.state?.routine;
    if (routine?.id === id && routine.version === version) return;
    await runner.send('loadRoutine', { routineID: id, version }, epoch());
  };
  const run = async (work: () => Promise<unknown>) => {
    setWaiting(true);
    try {
      await work();
    } catch (error) {
      showRefusal(error);
    } finally {
      setWaiting(false);
    }
  };
  const setTestRunSpeed = (value: number | null) => runner.send('setTestRunSpeed', { value }, epoch());
  /** @param stepID step where it starts, or where it stops */
  const begin = async (kind: Start, stepID?: string, isConfirmed = false): Promise<void> => {
    await load();
    try {
      if (kind !== 'runTo') await runner.send(kind, { fromStepID: stepID, isConfirmed }, epoch());
      else await runner.send(kind, { stepID: stepID ?? '', isConfirmed }, epoch());
    } catch (error) {
      const text = questionIn(error);
      if (text === undefined) throw error;
      setQuestion({
        text,
        confirm() {
          setQuestion(undefined);
          void run(() => begin(kind, stepID, true));
        },
        cancel: () => setQuestion(undefined),
      });
    }
  };
  return {
    isWaiting,
    isLoaded,
    question,
    load: () => run(load),
    play: (fromStepID?: string) => run(() => begin('playRoutine', fromStepID)),
    stepOnce: (fromStepID?: string) => run(() => begin('stepOnce', fromStepID)),
    /** Pauses before the first step. */
    startPaused: (fromStepID?: string) => run(() => begin('stepInto', fromStepID)),
    runTo: (stepID: string) => run(() => begin('runTo', stepID)),
    /** Plays from the first step at reduced speed, until a user selects full speed again. */
    testRun: () =>
      run(async () => {
        await setTestRunSpeed(testRunSpeed);
        await begin('playRoutine');
      }),
    endTestRun: () => run(() => setTestRunSpeed(null)),
  };
}

/** Returns the confirmation that the robot requires before it starts there. */
function questionIn(error: unknown): string | undefined {
  if (!(error instanceof ProductError)) return undefined;
  const { needsConfirmation, question } = { needsConfirmation: false, question: '', ...Object(error.details) };
  return needsConfirmation === true && typeof question === 'string' ? question : undefined;
}
