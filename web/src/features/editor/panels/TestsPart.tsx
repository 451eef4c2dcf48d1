import type { RoutineTestResult, RoutineTestVerdict } from '@cellwright/domain/routine';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChecklist } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../parts/format-duration.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';

/** Runs the tests of the routine; a tap on a failed expectation selects its step. */
export function TestsPart({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation();
  const { tests, session } = useEditor();
  const count = session.routine.tests?.length ?? 0;
  if (count === 0) return null;
  return (
    <section className={styles.proof} aria-label={t('editor.tests.title')}>
      <div className={styles.proofHead}>
        <Button
          size="md"
          variant="default"
          disabled={tests.isRunning}
          leftSection={<IconChecklist size={iconSizes.sm} aria-hidden />}
          onClick={tests.ask}
        >
          {t('editor.tests.run')}
        </Button>
        <TestsStatus count={count} />
      </div>
      <ul className={styles.plainList} data-testid="test-results">
        {(tests.report?.tests ?? []).map((test) => (
          <Result key={test.name} test={test} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function TestsStatus({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const { isRunning, report, isOld, error } = useEditor().tests;
  const say = () => {
    if (isRunning) return t('editor.tests.running');
    if (error !== undefined) return error instanceof Error ? error.message : String(error);
    if (!report) return t('editor.tests.help', { count });
    if (isOld) return t('editor.tests.old');
    const passed = report.tests.filter((test) => test.passed).length;
    return t('editor.tests.passed', { passed, count: report.tests.length });
  };
  return (
    <output className={styles.proofStatus} data-testid="tests-status">
      {say()}
    </output>
  );
}

function Result({ test, onOpen }: { readonly test: RoutineTestResult; onOpen(): void }) {
  const { t } = useTranslation();
  const { name, passed, durationSeconds, verdicts } = test;
  const Icon = passed ? IconCheck : IconAlertTriangle;
  return (
    <li>
      <div className={styles.testHead}>
        <Icon
          size={iconSizes.sm}
          className={styles.testMark}
          data-passed={passed}
          aria-label={t(passed ? 'editor.tests.good' : 'editor.tests.bad')}
        />
        <strong>{name}</strong>
        <span>{formatDuration(durationSeconds, 2)}</span>
      </div>
      {verdicts
        .filter((verdict) => !verdict.passed)
        .map((verdict) => (
          <Verdict key={`${verdict.field} ${verdict.expected}`} verdict={verdict} onOpen={onOpen} />
        ))}
    </li>
  );
}

function Verdict({ verdict, onOpen }: { readonly verdict: RoutineTestVerdict; onOpen(): void }) {
  const { t } = useTranslation();
  const { selection } = useEditor();
  const { field, stepID, expected, seen } = verdict;
  const text = (
    <span className={styles.findingText}>
      <strong>{field}</strong>
      <span>{t('editor.tests.instead', { expected, seen })}</span>
    </span>
  );
  if (stepID === null) return <p className={styles.listButton}>{text}</p>;
  const open = () => {
    selection.reveal(stepID);
    onOpen();
  };
  return (
    <button type="button" className={styles.listButton} data-severity="warning" onClick={open}>
      {text}
    </button>
  );
}
