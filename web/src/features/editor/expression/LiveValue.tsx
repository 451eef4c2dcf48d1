import { type Expression, expressionSchema } from '@cellwright/domain/routine';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRobot, useRunner } from '../../../api/use-robot.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';

/** Interval of a value that people look at, ms. */
const liveEveryMS = 1000;

/** Current value of an expression if the robot has the routine loaded. */
export function LiveValue({ expression }: { readonly expression: Expression }) {
  const { t } = useTranslation();
  const { session } = useEditor();
  const runner = useRunner();
  const isLoaded = useRobot(({ state, isStale }) => !isStale && state?.routine?.id === session.routine.id);
  const [shown, setShown] = useState<string>();
  const text = JSON.stringify(expression);
  useEffect(() => {
    setShown(undefined);
    if (!isLoaded) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const parsed = expressionSchema.parse(JSON.parse(text));
      const answer = await runner.send('evaluateConditional', { expression: parsed }).then(
        ({ value }) => String(value),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (isOver) return;
      setShown(answer);
      timer = setTimeout(look, liveEveryMS);
    };
    timer = setTimeout(look, 300);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, isLoaded, runner]);
  return (
    <output className={styles.hint} aria-live="off">
      {isLoaded ? t('editor.valueNow', { value: shown ?? '…' }) : t('editor.noValueNow')}
    </output>
  );
}
