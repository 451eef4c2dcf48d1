import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly title: string;
  readonly text: string;
  /** Text of the button that confirms. */
  readonly action: string;
  readonly isWaiting?: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before control changes hands. Taking it over asks whether this person is beside the arm. */
export function ControlDialog({ title, text, action, isWaiting = false, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  return (
    // Opened by a button that is held, it is not closed by the finger that leaves it.
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
