import { expressionSchema } from '@cellwright/domain';
import { Button, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRobot, useRunner } from '../../../api/use-robot.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import type { ExpressionProps } from './expression-parts.ts';

/** A value that people look at needs no more than this, ms. */
const liveEveryMS = 1000;

/** Below an expression: what it is now, where the robot has the routine loaded, and its text for experts. */
export function ExpressionTools({ expression, onChange }: ExpressionProps) {
  const { t } = useTranslation();
  const [isText, setIsText] = useState(false);
  return (
    <>
      <LiveValue expression={expression} />
      <Button size="md" variant="subtle" aria-expanded={isText} onClick={() => setIsText(!isText)}>
        {t('editor.asText')}
      </Button>
      {isText && <ExpressionText expression={expression} onChange={onChange} />}
    </>
  );
}

function LiveValue({ expression }: Pick<ExpressionProps, 'expression'>) {
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

function ExpressionText({ expression, onChange }: ExpressionProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => JSON.stringify(expression, null, 2));
  const parsed = expressionSchema.safeParse(readJson(draft));
  return (
    <Textarea
      size="md"
      autosize
      minRows={4}
      maxRows={20}
      spellCheck={false}
      aria-label={t('editor.asText')}
      error={parsed.success ? undefined : t('editor.noExpression')}
      value={draft}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setDraft(next);
        const read = expressionSchema.safeParse(readJson(next));
        if (read.success) onChange(read.data);
      }}
    />
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
