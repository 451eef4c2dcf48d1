import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly title: string;
  readonly text: string;
  /** Label of the button that confirms. */
  readonly action: string;
  readonly isWaiting?: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before control changes hands. Taking over asks whether the user is beside the arm. */
export function ControlDialog({ title, text, action, isWaiting = false, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  return (
    // When a held button opened it, the release of the finger must not close it.
    <Modal opened onClose={onClose} title={title} centered withCloseButton={false} closeOnClickOutside={false}>
      <Text mb="lg">{text}</Text>
      <Group justify="space-between">
        <Button variant="default" size="md" onClick={onClose}>
          {t('control.cancel')}
        </Button>
        <Button size="md" loading={isWaiting} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
