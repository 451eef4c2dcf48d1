import type { Diagnostics } from '@cellwright/domain/cell';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/Page.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import styles from '../ControlPanel.module.css';
import { type DiagnosedProblem, findProblems } from './find-problems.ts';

/** Everything that needs attention, above the facts. */
export function ProblemsPart({ diagnostics }: { readonly diagnostics: Diagnostics }) {
  const { t } = useTranslation('diagnostics');
  const problems = findProblems(diagnostics);
  const title = problems.length === 0 ? t('noProblems') : t('problems', { count: problems.length });
  return (
    <Section title={title}>
      {problems.length > 0 && (
        <ul className={styles.plainList}>
          {problems.map((problem) => (
            <ProblemLine key={problem.id} problem={problem} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function ProblemLine({ problem: { name, kind, text } }: { readonly problem: DiagnosedProblem }) {
  const { t } = useTranslation('diagnostics');
  return (
    <li>
      <StatusChip tone="danger" word={t(`problemKinds.${kind}`)} /> <strong>{name}</strong> {text}
    </li>
  );
}
