import { Button, FileButton, Input } from '@mantine/core';
import { IconCamera, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import forms from '../../../../forms/Forms.module.css';
import { type FieldProps, problemAt } from '../../../../forms/field-props.ts';
import { iconSizes } from '../../../../ui/theme/theme.ts';
import { showError } from '../../../../ui/toasts.ts';
import { CropPane } from './CropPane.tsx';
import { dataURLOf, readBase64 } from './crop-picture.ts';
import styles from './Picture.module.css';

/** A picture in base64: a part of what a camera shows, or a file. */
export function PictureField({ field, value, problems, fieldId, onChange }: FieldProps) {
  const { t } = useTranslation();
  const [isTaking, setTaking] = useState(false);
  const picture = typeof value === 'string' ? value : '';
  const { label, help } = field;
  const take = (base64: string) => {
    setTaking(false);
    onChange(base64);
  };
  const readFile = (file: File | null) => {
    if (file) void readBase64(file).then(take, showError);
  };
  return (
    <div className={forms.field}>
      <Input.Wrapper size="md" labelElement="div" label={label} description={help} error={problemAt(problems, fieldId)}>
        {picture !== '' && <img className={styles.preview} src={dataURLOf(picture)} alt={label} />}
      </Input.Wrapper>
      {isTaking && <CropPane onTake={take} onCancel={() => setTaking(false)} />}
      {!isTaking && (
        <div className={styles.actions}>
          <Button
            size="md"
            variant="default"
            leftSection={<IconCamera size={iconSizes.sm} aria-hidden />}
            onClick={() => setTaking(true)}
          >
            {t('editor.picture.take')}
          </Button>
          <FileButton accept="image/jpeg,image/png" onChange={readFile}>
            {(props) => (
              <Button
                {...props}
                size="md"
                variant="default"
                leftSection={<IconUpload size={iconSizes.sm} aria-hidden />}
              >
                {t('editor.picture.file')}
              </Button>
            )}
          </FileButton>
          {picture !== '' && (
            <Button
              size="md"
              variant="default"
              leftSection={<IconTrash size={iconSizes.sm} aria-hidden />}
              onClick={() => onChange(undefined)}
            >
              {t('editor.picture.remove')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
