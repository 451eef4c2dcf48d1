import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/desk.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { addBranch, listNextBranches } from '../document/add-branch.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';

const labels = { elseIf: 'addElseIf', else: 'addElse' } as const;

/** Buttons that continue an If step with another branch. */
export function BranchButtons({ stepID }: { readonly stepID: string }) {
  const { t } = useTranslation('desk');
  const { session, selection } = useEditor();
  const branches = listNextBranches(session.routine, stepID);
  if (branches.length === 0) return null;
  return (
    <div className={styles.teach}>
      {branches.map((branch) => (
        <Button
          key={branch}
          size="md"
          variant="default"
          leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          onClick={() => {
            const added = addBranch(session.routine, stepID, branch);
            session.apply(() => added.routine);
            selection.select(added.stepID);
          }}
        >
          {t(labels[branch])}
        </Button>
      ))}
    </div>
  );
}
