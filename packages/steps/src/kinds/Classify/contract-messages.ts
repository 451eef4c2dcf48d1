import { messages } from '@cellwright/domain/messages';
import { type CellEquipment, chooseDevice, type DocumentedMessage, notSuchDevice } from '../../framework/index.ts';
import { own } from './contract-checks.ts';

const eye: CellEquipment = { id: 'c1', kind: 'WristCamera', name: 'Eye', capabilities: ['camera'] };
const claw: CellEquipment = { id: 'g1', kind: 'OnRobot2FG7', name: 'Claw', capabilities: ['gripper'] };
const equipment = [eye, claw];
const picture = { class: 'disc', templateImage: 'AAAA' };
const args = { classes: ['disc', 'washer'], pictures: [picture], fallbackValue: 'unknown' };

const provoke = (message: string, more: object, cell: readonly CellEquipment[] = equipment): DocumentedMessage => ({
  message,
  provokedBy: { args: { ...args, ...more }, equipment: cell },
});

export const classifyMessages: readonly DocumentedMessage[] = [
  provoke(messages.noWristCamera, {}, [claw]),
  provoke(chooseDevice('a camera'), {}, [eye, { ...eye, id: 'c2' }]),
  provoke(messages.equipmentNotFound('c9'), { camera: 'c9' }),
  provoke(notSuchDevice('Claw', 'a camera'), { camera: 'g1' }),
  provoke(own.classRequired, { classes: [], pictures: [] }),
  provoke(own.classNameRequired, { classes: ['disc', ' '] }),
  provoke(own.classTwice('disc'), { classes: ['disc', 'disc'] }),
  provoke(own.fallbackRequired, { fallbackValue: '' }),
  provoke(own.pictureRequired, { pictures: [] }),
  provoke(own.classOfPictureRequired, { pictures: [{ ...picture, class: '' }] }),
  provoke(own.notAClass('bolt'), { pictures: [{ ...picture, class: 'bolt' }] }),
  {
    message: 'the camera sends no pictures',
    provokedBy: { args, equipment, played: { faults: ['cameraLost'] } },
  },
];
