import '../../../../i18n/region.ts';
import { Button, Input } from '@mantine/core';
import { IconCrop, IconMaximize } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import forms from '../../../../forms/Forms.module.css';
import { type FieldProps, problemAt, type Values, withChanged } from '../../../../forms/field-props.ts';
import { NumberField } from '../../../../forms/NumberField.tsx';
import type { Region } from '../../../../parts/region/region.ts';
import { quantityText } from '../../../../ui/quantity-text.ts';
import { iconSizes } from '../../../../ui/theme/theme.ts';
import picture from '../picture/Picture.module.css';
import { RegionPane } from './RegionPane.tsx';

/** A part of a picture: chosen on the picture of the camera, or by its numbers. */
export function RegionField({ field, value, beside, problems, fieldId, onChange }: FieldProps) {
  const { t } = useTranslation('region');
  const [isChoosing, setChoosing] = useState(false);
  const region = readRegion(value);
  const isWhole = region.width < 1 || region.height < 1;
  const camera = typeof beside.camera === 'string' ? beside.camera : undefined;
  const take = (chosen: Region) => {
    setChoosing(false);
    onChange(chosen);
  };
  const chosen = {
    width: quantityText(region.width, 0),
    height: quantityText(region.height, 0),
    rotation: quantityText(region.rotation, 0),
  };
  return (
    <div className={forms.field}>
      <Input.Wrapper
        size="md"
        labelElement="div"
        label={field.label}
        description={field.help}
        error={problemAt(problems, fieldId)}
      >
        <p data-testid="region">{isWhole ? t('whole') : t('chosen', chosen)}</p>
      </Input.Wrapper>
      <div className={picture.actions}>
        <Button
          size="md"
          variant="default"
          leftSection={<IconCrop size={iconSizes.sm} aria-hidden />}
          onClick={() => setChoosing(true)}
        >
          {t('choose')}
        </Button>
        {!isWhole && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconMaximize size={iconSizes.sm} aria-hidden />}
            onClick={() => onChange(undefined)}
          >
            {t('whole')}
          </Button>
        )}
      </div>
      {isChoosing && (
        <RegionPane
          title={field.label}
          cameraID={camera}
          region={isWhole ? undefined : region}
          onTake={take}
          onCancel={() => setChoosing(false)}
        />
      )}
      <RegionNumbers {...{ field, value, beside, problems, fieldId, onChange }} />
    </div>
  );
}

/** Numbers of a region, shown on request or with an error at one of them. */
function RegionNumbers({ field, value, beside, problems, fieldId, onChange }: FieldProps) {
  const { t } = useTranslation('region');
  const values: Values = { ...Object(value) };
  const hasProblem = field.fields.some(({ name }) => problemAt(problems, `${fieldId}.${name}`) !== undefined);
  return (
    <details open={hasProblem || undefined}>
      <summary className={picture.summary}>{t('numbers')}</summary>
      <div className={forms.group}>
        {field.fields.map((number) => (
          <NumberField
            key={number.name}
            field={number}
            value={values[number.name] ?? number.defaultValue}
            beside={beside}
            problems={problems}
            fieldId={`${fieldId}.${number.name}`}
            onChange={(changed) => onChange(withChanged(values, { [number.name]: changed }))}
          />
        ))}
      </div>
    </details>
  );
}

function readRegion(value: unknown): Region {
  const read = (name: keyof Region) => {
    const found: unknown = Reflect.get(Object(value), name);
    return typeof found === 'number' ? found : 0;
  };
  return { x: read('x'), y: read('y'), width: read('width'), height: read('height'), rotation: read('rotation') };
}
