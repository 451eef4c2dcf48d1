import { stepSections } from '@cellwright/domain/routine';
import { listStepContracts } from '@cellwright/steps/contracts';
import { useDraggable } from '@dnd-kit/core';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlags } from '../../../api/use-flags.ts';
import { stepText } from '../../../i18n/contract-text.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { useDensity } from '../shortcuts/density.ts';
import { findOffered } from './is-called.ts';
import { StepIcon } from './StepIcon.tsx';

type Contract = ReturnType<typeof listStepContracts>[number];

/** Kinds of steps that this build can play, to drag into the tree or tap. */
export function StepLibrary() {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const isOn = useFlags();
  const found = findOffered(listStepContracts(), search, isOn);
  return (
    <aside className={styles.library} data-density={useDensity()} aria-label={t('editor.library')}>
      <TextInput
        size="md"
        aria-label={t('editor.searchSteps')}
        placeholder={t('editor.searchSteps')}
        leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {stepSections.map((section) => {
        const contracts = found.filter((contract) => contract.section === section);
        if (contracts.length === 0) return null;
        return (
          <section key={section}>
            <h2>{t(`editor.sections.${section}`)}</h2>
            {contracts.map((contract) => (
              <LibraryStep key={contract.kind} contract={contract} />
            ))}
          </section>
        );
      })}
      {found.length === 0 && <p className={styles.hint}>{t('editor.noSuchStep')}</p>}
    </aside>
  );
}

function LibraryStep({ contract }: { readonly contract: Contract }) {
  const { kind } = contract;
  const label = stepText(contract.kind, 'label', contract.label);
  const { commands } = useEditor();
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: `new ${kind}`, data: { stepKind: kind, label } });
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.libraryStep}
      data-dragging={isDragging}
      data-testid={`library-${kind}`}
      title={stepText(contract.kind, 'description', contract.description)}
      onClick={() => commands.add(kind)}
      {...listeners}
    >
      <StepIcon stepKind={kind} />
      {label}
    </button>
  );
}
