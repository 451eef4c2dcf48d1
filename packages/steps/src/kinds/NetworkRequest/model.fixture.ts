import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const networkRequestModel: ModelKind = {
  good: { requestKind: 'http', url: 'http://orders.example/next' },
  variants: [
    {
      requestKind: 'http',
      method: 'POST',
      url: 'https://10.0.0.7:8443/done?line=2',
      body: { kind: 'constant', value: 'done' },
      pauseOnFailure: false,
    },
  ],
  bad: { requestKind: 'http' },
  message: 'Address required',
  without: ['Register required', 'Add a Modbus TCP server to the equipment to exchange registers with it'],
  children: 'forbidden',
};
