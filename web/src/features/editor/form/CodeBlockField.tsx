import { longestCodeBlock } from '@cellwright/domain/routine';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate, useMayOperate } from '../../../api/cell.ts';
import { useDraft } from '../../../api/unsaved/use-draft.ts';
import { codeBlocksKey } from '../../../api/use-cell-environment.ts';
import forms from '../../../forms/Forms.module.css';
import type { FieldProps } from '../../../forms/field-props.ts';
import styles from '../Editor.module.css';
import { type CodeDraft, codeDrafts } from '../session/code-drafts.ts';
import { ReferenceField } from './ReferenceField.tsx';

/** Chooses a code block and edits its code. Routines share code blocks, so a change affects all of them. */
export function CodeBlockField(props: FieldProps) {
  const { t } = useTranslation();
  const { value, onChange } = props;
  const note = useInvalidate();
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

function CodeOf({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const note = useInvalidate();
  const { data: stored } = useQuery({
    queryKey: [...codeBlocksKey, id],
    queryFn: ({ signal }) => cell.codeBlocks.get(id, { signal }),
  });
  const [draft, setDraft] = useDraft(codeDrafts, id, stored?.name ?? t('editor.code'));
  const save = useMutation({
    mutationFn: ({ name, source, base }: CodeDraft) => cell.codeBlocks.patch(id, { name, source }, base),
    onSuccess: ({ version }, sent) => {
      const current = codeDrafts.get(id);
      // Code typed during the save is still unsaved.
      setDraft(current === sent || !current ? undefined : { ...current, base: version });
    },
    onSettled: () => note('codeBlocks'),
  });
  if (!stored) return null;
  const shown = draft ?? stored;
  const isOvertaken = draft !== undefined && draft.base !== stored.version && !save.isPending;
  const change = (part: Partial<CodeDraft>) =>
    setDraft({ id, name: shown.name, source: shown.source, base: draft?.base ?? stored.version, ...part });
  return (
    <>
      <TextInput
        size="md"
        label={t('editor.codeBlockName')}
        value={shown.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
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
        onChange={({ currentTarget: { value } }) => change({ source: value })}
      />
      {isOvertaken && (
        <p className={styles.muted} role="alert">
          {t('editor.codeConflict')}
        </p>
      )}
      <Button
        size="md"
        variant="default"
        disabled={draft === undefined}
        loading={save.isPending}
        onClick={() => draft && save.mutate(isOvertaken ? { ...draft, base: stored.version } : draft)}
      >
        {t(isOvertaken ? 'editor.replaceCode' : 'editor.saveCode')}
      </Button>
      {draft && (
        <Button size="md" variant="default" disabled={save.isPending} onClick={() => setDraft(undefined)}>
          {t('editor.discardCode')}
        </Button>
      )}
    </>
  );
}
