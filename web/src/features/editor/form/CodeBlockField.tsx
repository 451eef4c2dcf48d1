import { longestCodeBlock } from '@cellwright/domain';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useMayOperate, useNoteChange } from '../../../api/cell.ts';
import { codeBlocksKey } from '../../../api/use-cell-environment.ts';
import forms from '../../../forms/Forms.module.css';
import type { FieldProps } from '../../../forms/field-props.ts';
import styles from '../Editor.module.css';
import { ReferenceField } from './ReferenceField.tsx';

/** Chooses a code block and edits its code. Routines share code blocks, so a change affects all of them. */
export function CodeBlockField(props: FieldProps) {
  const { t } = useTranslation();
  const { value, onChange } = props;
  const note = useNoteChange();
  const maySeeCode = useMayOperate();
  const id = typeof value === 'string' ? value : '';
  const create = useMutation({
    mutationFn: () => cell.codeBlocks.create({ name: t('editor.newCodeBlock'), source: firstSource }),
    onSuccess: (block) => onChange(block.id),
    onSettled: () => note('codeBlocks'),
  });
  return (
    <div className={forms.field}>
      <ReferenceField {...props} />
      {id !== '' && maySeeCode && <CodeOf key={id} id={id} />}
      {!maySeeCode && <p className={styles.muted}>{t('editor.codeHidden')}</p>}
      <Button size="md" variant="default" loading={create.isPending} onClick={() => create.mutate()}>
        {t('editor.addCodeBlock')}
      </Button>
    </div>
  );
}

const firstSource = "const count = await cell.getVariable('count');\nawait cell.report('It is ' + count);\n";

interface Draft {
  readonly name: string;
  readonly source: string;
}

function CodeOf({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const note = useNoteChange();
  const { data: stored } = useQuery({
    queryKey: [...codeBlocksKey, id],
    queryFn: ({ signal }) => cell.codeBlocks.get(id, { signal }),
  });
  const [draft, setDraft] = useState<Draft>();
  const save = useMutation({
    mutationFn: ({ name, source }: Draft) => cell.codeBlocks.patch(id, { name, source }, stored?.version),
    onSuccess: () => setDraft(undefined),
    onSettled: () => note('codeBlocks'),
  });
  if (!stored) return null;
  const shown = draft ?? stored;
  return (
    <>
      <TextInput
        size="md"
        label={t('editor.codeBlockName')}
        value={shown.name}
        onChange={({ currentTarget: { value } }) => setDraft({ name: value, source: shown.source })}
      />
      <Textarea
        size="md"
        autosize
        minRows={6}
        maxRows={24}
        spellCheck={false}
        maxLength={longestCodeBlock}
        label={t('editor.code')}
        description={t('editor.codeHelp')}
        error={save.error?.message}
        value={shown.source}
        onChange={({ currentTarget: { value } }) => setDraft({ name: shown.name, source: value })}
      />
      <Button
        size="md"
        variant="default"
        disabled={draft === undefined}
        loading={save.isPending}
        onClick={() => draft && save.mutate(draft)}
      >
        {t('editor.saveCode')}
      </Button>
    </>
  );
}
