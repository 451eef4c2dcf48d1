import { messages } from '@cellwright/domain/messages';
import type { ModelKind } from '../../testing/model-kind.fixture.ts';

const position = { target: { jointAngles: [0, 0, 0, 0, 0, 0] } };

export const pressButtonModel: ModelKind = {
  good: { prePressPosition: position, pressPosition: position },
  bad: { prePressPosition: position },
  message: messages.pressPositionRequired,
  without: [messages.prePressPositionRequired, messages.pressPositionRequired],
  children: 'forbidden',
};
