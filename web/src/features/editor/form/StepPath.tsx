import type { Step } from '@cellwright/domain/routine';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '../../../i18n/desk.ts';
import { kindLabel } from '../../../parts/kind-label.ts';
import { findEntry } from '../../../parts/step-index.ts';
import { useEditor } from '../editor-context.ts';
import styles from './StepPath.module.css';

/** Steps around a step, outermost first; a tap selects one. Renders nothing for a step of the routine itself. */
export function StepPath({ step }: { readonly step: Step }) {
  const { t } = useTranslation('desk');
  const { session, selection } = useEditor();
  const around = [];
  for (let at = findEntry(session.routine, step.id)?.parent; at; at = at.parent) around.unshift(at);
  if (around.length === 0) return null;
  return (
    <nav aria-label={t('path')}>
      <ol className={styles.path}>
        {around.map(({ path, step: { id, stepKind, description } }, index) => (
          <li key={id}>
            {index > 0 && <span aria-hidden>›</span>}
            <Button size="md" variant="subtle" px={8} onClick={() => selection.reveal(id)}>
              {`${path} ${description || kindLabel(stepKind)}`}
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
