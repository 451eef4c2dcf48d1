/** Answers of a simulated MTConnect agent with one machine. */
export interface AgentMachine {
  readonly state: 'idle' | 'running' | 'alarm';
  readonly partCount: number;
  readonly program: string;
}

/** Returns the answer to `current`. The agent lists itself first, as newer ones do. */
export function currentDocument({ state, partCount, program }: AgentMachine, at: string): string {
  const item = (type: string, id: string, value: string | number) =>
    `<${type} dataItemId="${id}" sequence="1" timestamp="${at}">${value}</${type}>`;
  const condition =
    state === 'alarm'
      ? `<Fault dataItemId="system" nativeCode="102" type="SYSTEM" sequence="1" timestamp="${at}">SERVOS OFF</Fault>`
      : `<Normal dataItemId="system" type="SYSTEM" sequence="1" timestamp="${at}"/>`;
  const execution = { idle: 'READY', running: 'ACTIVE', alarm: 'READY' }[state];
  return `<?xml version="1.0" encoding="UTF-8"?>
<MTConnectStreams xmlns="urn:mtconnect.org:MTConnectStreams:1.7">
<Header creationTime="${at}" sender="simulator" instanceId="1" version="1.7.0.3" bufferSize="8"/>
<Streams>
<DeviceStream name="Agent" uuid="agent"><ComponentStream component="Agent" name="Agent" componentId="agent"><Events>
${item('Availability', 'agent_avail', 'AVAILABLE')}
</Events></ComponentStream></DeviceStream>
<DeviceStream name="Machine" uuid="machine">
<ComponentStream component="Device" name="Machine" componentId="machine"><Events>
${item('Availability', 'avail', 'AVAILABLE')}
</Events></ComponentStream>
<ComponentStream component="Controller" name="Controller" componentId="controller"><Events>
${item('EmergencyStop', 'estop', 'ARMED')}
</Events><Condition>${condition}</Condition></ComponentStream>
<ComponentStream component="Path" name="Path" componentId="path"><Events>
${item('ControllerMode', 'mode', 'AUTOMATIC')}
${item('Execution', 'execution', execution)}
${item('Program', 'ncprog', program)}
${item('PartCount', 'parts', partCount)}
</Events></ComponentStream>
</DeviceStream>
</Streams>
</MTConnectStreams>
`;
}
