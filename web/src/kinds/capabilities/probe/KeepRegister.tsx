import { createId } from '@cellwright/domain/basics';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useMayAuthor } from '../../../api/cell.ts';
import { showNote } from '../../../ui/toasts.ts';
import styles from '../../device-parts/DeviceParts.module.css';
import { type Choice, withRegister } from './probe-table.ts';

interface KeepRegisterProps {
  readonly deviceID: string;
  readonly choice: Choice;
  onDone(): void;
}

/** Asks for a name and adds the chosen address to the registers of the device. */
export function KeepRegister({ deviceID, choice, onDone }: KeepRegisterProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const mayAuthor = useMayAuthor();
  const [name, setName] = useState<string>(t('box.probe.defaultName', { offset: choice.offset }));
  const keep = useMutation({
    mutationFn: async () => {
      // Read again: another user may have changed the device meanwhile.
      const { config, version } = await cell.equipment.get(deviceID);
      const next = withRegister(config, choice, { id: createId('entry'), name });
      if (!next.isValid) throw new Error(next.problem);
      return cell.equipment.patch(deviceID, { config: { registers: next.registers } }, version);
    },
    onSuccess: () => {
      showNote(t('box.probe.added', { name }));
      onDone();
      return queries.invalidateQueries({ queryKey: ['equipment'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate();
  };
  return (
    <form onSubmit={submit} aria-label={t('box.probe.keepTitle', { ...choice })}>
      <p>{t('box.probe.keepTitle', { ...choice })}</p>
      <TextInput
        size="md"
        label={t('box.probe.name')}
        value={name}
        error={keep.error?.message}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button size="md" variant="default" onClick={onDone}>
          {t('box.cancel')}
        </Button>
        <Button size="md" type="submit" loading={keep.isPending} disabled={!mayAuthor || name.trim() === ''}>
          {t('box.probe.add')}
        </Button>
      </div>
    </form>
  );
}
